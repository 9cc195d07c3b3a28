import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import type { Service, ServiceOptions } from '../../sandbox/service/service.ts';
import { inWorld, testIn } from '../support/world.ts';

/** Any answer is a result; only a broken connection is an error. */
export function clientOf(url: string, key = 'sandbox-key', headerName = 'X-Service-API-Key') {
	return axios.create({
		baseURL: url,
		headers: { [headerName]: key },
		httpAgent: new Agent({ keepAlive: false }),
		proxy: false,
		timeout: 5_000,
		validateStatus: () => true,
	});
}

export interface Running {
	service: Service;
	http: AxiosInstance;
}

/** Runs a test with a service of its own, and fails when that had problems. */
export const withService = <T>(
	options: ServiceOptions,
	test: (running: Running) => Promise<T>,
): Promise<T> => inWorld(options, ({ service }) => test({ service, http: clientOf(service.url) }));

/** A test with a service of its own. */
export const test = testIn<Running>((work) => withService({}, work));

/** A user whom the service does not know. */
export const newUser = {
	...{ code: 'E9001', name: 'New Person', kana: 'New Person' },
	...{ loginId: 'new', loginPass: 'secret-1', organizationCode: 'ORG02' },
};

/** The detail messages of an error answer. */
export const details = (data: { errors?: { details?: { message: string }[] } }): string[] =>
	(data.errors?.details ?? []).map(({ message }) => message);

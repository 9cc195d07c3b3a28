import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import { type Service, type ServiceOptions, startService } from '../../sandbox/service/service.ts';

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

/** Starts a service for one test and closes it, which fails when it had problems. */
export async function withService(
	options: ServiceOptions,
	test: (running: Running) => Promise<void>,
): Promise<void> {
	const service = await startService(options);
	try {
		await test({ service, http: clientOf(service.url) });
	} catch (error) {
		service.problems.length = 0;
		await service.close();
		throw error;
	}
	await service.close();
}

/** The detail messages of an error answer. */
export const details = (data: { errors?: { details?: { message: string }[] } }): string[] =>
	(data.errors?.details ?? []).map(({ message }) => message);

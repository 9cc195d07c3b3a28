import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';
import { startService, type Service, type ServiceOptions } from '../../sandbox/service/service';
import { asKnown, isNewAddress } from './listen';

/** A running service and the credential that opens it. */
export interface World {
	readonly service: Service;
	readonly credentials: ICredentialDataDecryptedObject;
}

/**
 * Runs a test in a world of its own, whose site has shown what the first runs ask, unless it is new. Closing the service fails when it got a request that the
 * document does not know, so no test has to look for those.
 */
export async function inWorld<T>(
	{ isNew, ...options }: ServiceOptions & { readonly isNew?: true },
	work: (world: World) => Promise<T>,
): Promise<T> {
	const service = await startWorld(options);
	if (!isNew) asKnown(service.url);
	const credentials = { baseUrl: service.url, apiKey: options.keys?.[0]?.key ?? 'sandbox-key' };
	let result: T;
	try {
		result = await work({ service, credentials });
	} catch (error) {
		await service.close().catch(() => {});
		throw error;
	}
	await service.close();
	return result;
}

type Work<Place, Row extends readonly unknown[] = []> = (
	place: Place,
	...row: { -readonly [Cell in keyof Row]: Row[Cell] }
) => Promise<void>;

interface Each<Place> {
	<Row extends readonly unknown[] | [unknown]>(
		rows: readonly Row[],
	): (title: string, work: Work<Place, Row>) => void;
	<Cell>(rows: readonly Cell[]): (title: string, work: Work<Place, [Cell]>) => void;
}

/** Makes tests that each get a place of their own, also one for each row of a table. */
export const testIn = <Place>(open: (work: (place: Place) => Promise<void>) => Promise<void>) =>
	Object.assign((title: string, work: Work<Place>) => it(title, () => open(work)), {
		each: ((rows: readonly unknown[][]) => (title: string, work: Work<Place, unknown[]>) =>
			it.each(rows)(title, (...row) => open((place) => work(place, ...row)))) as Each<Place>,
	});

/** A test in a world of its own. */
export const test = testIn<World>((work) => inWorld({}, work));

async function startWorld(options: ServiceOptions): Promise<Service> {
	const service = await startService(options);
	if (isNewAddress(service.url) || options.port !== undefined) return service;
	await service.close();
	return await startWorld(options);
}

/** One request as it was received. */
export interface Sent {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: unknown;
}

/** What the service has received, in order. */
export const sentTo = ({ log }: Service): Sent[] =>
	log.map(({ method, path, query, body }) => ({
		method: method as Sent['method'],
		path,
		...(Object.keys(query).length > 0 ? { query } : {}),
		...(body === undefined || body === null ? {} : { body }),
	}));

export const jsonOf = (items: readonly INodeExecutionData[]) => items.map(({ json }) => json);

/** A locator as the editor saves it. */
export const byId = (value: string | number) => ({ __rl: true, mode: 'id', value });

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenAPIBackend, type Document, type Operation as Described } from 'openapi-backend';
import { parse } from 'yaml';
import { badRows, type Complaint, complaint, type SchemaError } from './complaints.ts';
import { badRequest, ServiceError } from './errors.ts';
import type { Scope } from './keys.ts';
import { operations } from './operations/index.ts';

export interface Wanted {
	/** The method after an override. */
	method: string;
	/** Encoded, without the base path. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	body: unknown;
}

export interface Match {
	operationId: string;
	scope: Scope;
	params: Record<string, string>;
	described: Described;
}

export class UnknownRoute extends Error {}

export const openapiPath = join(import.meta.dirname, 'openapi.yaml');

let loaded: Promise<OpenAPIBackend> | undefined;

/** Reads openapi.yaml once per process: compiling its schemas takes longer than most tests. */
export async function loadContract(): Promise<Contract> {
	loaded ??= load();
	return new Contract(await loaded);
}

async function load(): Promise<OpenAPIBackend> {
	const definition = parse(readFileSync(openapiPath, 'utf8'), { merge: true }) as Document;
	const backend = new OpenAPIBackend({
		definition,
		quick: true,
		ignoreTrailingSlashes: false,
		ajvOpts: { allErrors: true },
	});
	await backend.init();
	const missing = backend.router
		.getOperations()
		.filter(({ operationId = '' }) => !Object.hasOwn(operations, operationId));
	if (missing.length > 0) throw new Error(`Not implemented: ${JSON.stringify(missing)}`);
	return backend;
}

/** Applies openapi.yaml: finds the operation of a request, and checks request and reply. */
export class Contract {
	private readonly backend: OpenAPIBackend;

	constructor(backend: OpenAPIBackend) {
		this.backend = backend;
	}

	match(wanted: Wanted): Match {
		const described = this.find(wanted);
		try {
			const { params } = this.backend.router.parseRequest(wanted, described);
			const scope = described.tags?.[0] as Scope;
			return {
				operationId: described.operationId ?? '',
				scope,
				params: params as Record<string, string>,
				described,
			};
		} catch (error) {
			if (error instanceof URIError) throw badRequest('The path is not encoded properly.');
			throw error;
		}
	}

	/** Returns what is wrong with a request, and the bad rows of an import. */
	requestErrors(match: Match, wanted: Wanted): { complaints: Complaint[]; rows: number[] } {
		const { errors } = this.backend.validator.validateRequest(
			{ ...wanted, body: wanted.body as object },
			match.described,
		);
		const found = (errors ?? []) as SchemaError[];
		return { complaints: found.map(complaint), rows: badRows(found) };
	}

	/** Returns where one of our replies differs from the contract. */
	replyErrors({ operationId, described }: Match, status: number, body: unknown): string[] {
		const response = described.responses?.[String(status)];
		const name = `${operationId} ${status}`;
		if (response === undefined) return [`${name}: status not in openapi.yaml`];
		if (!('content' in response)) {
			return body === undefined ? [] : [`${name}: no body in openapi.yaml`];
		}
		const { errors } = this.backend.validator.validateResponse(body, described, status);
		return (errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message}`);
	}

	private find(wanted: Wanted): Described {
		try {
			return this.backend.router.matchOperation(wanted, true) as Described;
		} catch (error) {
			if (String(error).includes('405-')) throw new ServiceError(405);
			throw new UnknownRoute(`${wanted.method} ${wanted.path}`);
		}
	}
}

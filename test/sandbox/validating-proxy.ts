import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OpenAPIBackend, type Context, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { openapiPath } from '../../sandbox/service/contract.ts';
import { listen } from '../support/listen.ts';

export interface ValidatingProxy {
	readonly url: string;
	/** What breaks the description: operation, place and rule. */
	readonly violations: string[];
	/** The operation of each request, and the method as sent. */
	readonly seen: Array<readonly [operationId: string, method: string]>;
	close(): Promise<void>;
}

type SchemaErrors = ReadonlyArray<{ instancePath: string; message?: string; params?: object }>;

/**
 * Passes requests on to a service, and holds each request and each answer against openapi.yaml. It
 * changes nothing. A POST with an override header counts as the method that the header names
 * (document, "Common request rules", 2).
 */
export async function startValidatingProxy(target: string): Promise<ValidatingProxy> {
	const violations: string[] = [];
	const seen: ValidatingProxy['seen'] = [];
	const backend = await described();
	const tell = (operation: string, where: string, errors: SchemaErrors) => {
		for (const { instancePath, message = '', params } of errors)
			violations.push(
				`${operation}: ${where} ${instancePath || '/'}: ${message} ${JSON.stringify(params ?? {})}`,
			);
	};
	const rule = (message: string): SchemaErrors => [{ instancePath: '', message }];
	const named = ({ operation }: Context) => (operation as Operation | undefined)?.operationId ?? '';

	backend.register({
		notFound: (c) => tell(named(c), 'path', rule('is not described')),
		methodNotAllowed: (c) => tell(named(c), 'method', rule('is not described')),
		unauthorizedHandler: (c) => tell(named(c), 'request', rule('has no authentication key')),
		validationFail: (c) =>
			tell(named(c), 'request', (c.validation.errors ?? []) as unknown as SchemaErrors),
		notImplemented: () => undefined,
	});

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = (await request.setEncoding('utf8').toArray()).join('');
		const { method = '', url = '/' } = request;
		const headers = request.headers as Record<string, string>;
		const [path = '', query = ''] = url.split('?');
		const override = method === 'POST' ? headers['x-http-method-override'] : undefined;
		const wanted = {
			method: override ?? method,
			path,
			query: Object.fromEntries(new URLSearchParams(query)),
			headers,
			body: body === '' ? undefined : body,
		};
		const operation = backend.router.matchOperation(wanted);
		seen.push([operation?.operationId ?? '', method]);
		await backend.handleRequest(wanted);
		const answer = await passedOn(target, request, body);
		if (operation) check(operation, answer);
		response.writeHead(answer.status, answer.headers);
		response.end(answer.text);
	}

	function check(
		operation: Operation,
		{ status, headers, text }: Awaited<ReturnType<typeof passedOn>>,
	): void {
		const name = `${operation.operationId} ${status}`;
		const shape = operation.responses?.[String(status)];
		if (shape === undefined) return tell(name, 'answer', rule('status is not described'));
		if (!('content' in shape)) {
			return text === '' ? undefined : tell(name, 'answer', rule('a body is not described'));
		}
		const type = headers['content-type'] ?? '';
		if (!type.startsWith('application/json')) return tell(name, 'answer', rule(`type is ${type}`));
		const { errors } = backend.validator.validateResponse(JSON.parse(text), operation, status);
		tell(name, 'answer', (errors ?? []) as SchemaErrors);
	}

	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			violations.push(`The proxy failed: ${String(error)}`);
			response.destroy();
		});
	});
	return {
		url: await listen(server),
		violations,
		seen,
		async close() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

async function described(): Promise<OpenAPIBackend> {
	const definition = parse(readFileSync(openapiPath, 'utf8'), { merge: true }) as Document;
	const backend = new OpenAPIBackend({
		definition,
		strict: true,
		ignoreTrailingSlashes: false,
		ajvOpts: { allErrors: true },
	});
	const scheme = definition.components?.securitySchemes?.authenticationKey as { name: string };
	backend.registerSecurityHandler('authenticationKey', ({ request }) =>
		Boolean(request.headers[scheme.name.toLowerCase()]),
	);
	return await backend.init();
}

async function passedOn(
	target: string,
	{ method = '', url = '', headers }: IncomingMessage,
	body: string,
) {
	const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
	const answer = await fetch(new URL(url, target), {
		method,
		headers: kept as Record<string, string>,
		redirect: 'manual',
		...(body === '' ? {} : { body }),
	});
	const shown = Object.fromEntries(answer.headers);
	for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'content-length'])
		delete shown[name];
	return { status: answer.status, headers: shown, text: await answer.text() };
}

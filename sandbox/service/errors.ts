/** The error table of the document; every error of the service comes from here. */
const messages: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	402: 'Request exhausted per 100 second',
	403: 'Access Denied',
	404: 'Not Found',
	405: 'Method Not Allowed',
	500: 'Internal Server Error',
};

export interface ErrorBody {
	errors: { code: number; message: string; details?: { message: string }[] };
}

export class ServiceError extends Error {
	readonly status: number;
	readonly details: readonly string[];
	readonly headers: Record<string, string>;

	constructor(
		status: number,
		details: readonly string[] = [],
		options: { message?: string; headers?: Record<string, string> } = {},
	) {
		super(options.message ?? messages[status] ?? 'Error');
		this.status = status;
		this.details = details;
		this.headers = options.headers ?? {};
	}

	get body(): ErrorBody {
		return errorBody(this.status, this.details, this.message);
	}
}

export function errorBody(
	status: number,
	details: readonly string[] = [],
	message = messages[status] ?? 'Error',
): ErrorBody {
	const errors = { code: status, message };
	if (details.length === 0) return { errors };
	return { errors: { ...errors, details: details.map((detail) => ({ message: detail })) } };
}

export const badRequest = (...details: string[]) => new ServiceError(400, details);
export const notFound = () => new ServiceError(404);

/** An error of the schema check, as ajv reports it. */
export interface SchemaError {
	instancePath: string;
	keyword: string;
	params: Record<string, unknown>;
	message?: string;
}

/** One detail of a 400. */
export interface Complaint {
	/** Names the property or parameter in the client's words. */
	text: string;
	/** A required property of the body itself is missing. */
	missing: boolean;
}

const texts: Record<string, (name: string, params: Record<string, unknown>) => string> = {
	required: (name) => `[${name}] is required.`,
	additionalProperties: (name) => `[${name}] is not accepted.`,
	minLength: (name) => `[${name}] is required.`,
	maxLength: (name, { limit }) => `[${name}] must be ${String(limit)} characters or less.`,
	minimum: (name, { limit }) => `[${name}] must be ${String(limit)} or more.`,
	maxItems: (name, { limit }) => `[${name}] must hold ${String(limit)} items or less.`,
	type: (name, { type }) => `[${name}] must be of type ${String(type)}.`,
	pattern: (name) => `[${name}] has a wrong format.`,
};

export function complaint({ instancePath, keyword, params, message }: SchemaError): Complaint {
	// The first step says where the value was: requestBody, query or path.
	const inside = instancePath.split('/').slice(2).map(unescaped);
	const child = params.missingProperty ?? params.additionalProperty;
	const steps = child === undefined ? inside : [...inside, String(child)];
	const name = steps.reduce(joined, '') || 'body';
	return {
		text: texts[keyword]?.(name, params) ?? `[${name}] ${message ?? keyword}.`,
		missing: keyword === 'required' && instancePath === '/requestBody',
	};
}

/** Returns the indexes of import rows with errors; none if an error is about the whole body. */
export function badRows(errors: readonly SchemaError[]): number[] {
	const rows = errors.map(({ instancePath }) =>
		Number(/^\/requestBody\/\w+\/(\d+)(\/|$)/.exec(instancePath)?.[1] ?? NaN),
	);
	return rows.some(Number.isNaN) ? [] : rows;
}

const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

const joined = (path: string, step: string) => {
	if (/^\d+$/.test(step) && path !== '') return `${path}[${step}]`;
	return path === '' ? step : `${path}.${step}`;
};

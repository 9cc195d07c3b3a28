const settings = JSON.parse(document.querySelector('meta[name=settings]').content);

export const root = settings.root;

/** The time zone of the service's times, if known; the times do not contain it. */
export const zone = settings.zone;
export const zoneOffsetMinutes = settings.zoneOffsetMinutes ?? 0;

const plainWords = {
	401: 'The service rejects the key of this page.',
	403: 'The key of this page has no right to do this.',
	404: 'This does not exist. It may have been deleted.',
	405: 'The service does not allow this.',
	500: 'The service failed. Try again in a moment.',
};

export class Problem extends Error {
	constructor(message, details = [], status = 0) {
		super(message);
		this.details = details;
		this.status = status;
	}
}

function problemFrom(status, body) {
	const { message = '', details } = body?.errors ?? {};
	const told = Array.isArray(details) ? details.map((detail) => detail?.message) : [];
	const known = told.filter((detail) => typeof detail === 'string' && detail);
	if (status === 400) return new Problem('The service did not accept this.', known, status);
	if (status === 402 || status === 429) {
		const limit = /month/i.test(message)
			? 'The rate limit of this month is used up.'
			: 'The rate limit is used up. Try again in a minute or two.';
		return new Problem(limit, known, status);
	}
	const words = plainWords[status] ?? `The service responded with status ${status}. ${message}`;
	return new Problem(words, known, status);
}

async function read(response) {
	const text = await response.text();
	try {
		return text ? JSON.parse(text) : undefined;
	} catch {
		if (response.ok) throw new Problem('The answer of the service is not JSON.');
		return undefined;
	}
}

async function request(address, init) {
	let response;
	try {
		response = await fetch(address, init);
	} catch {
		throw new Problem('The service does not answer. Is the sandbox still running?');
	}
	const body = await read(response);
	if (!response.ok) throw problemFrom(response.status, body);
	return body;
}

function call(method, path, { query = {}, body } = {}) {
	const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
	const search = given.length ? `?${new URLSearchParams(given)}` : '';
	const headers = { [settings.headerName]: settings.apiKey };
	if (body) headers['Content-Type'] = 'application/json';
	return request(`${settings.apiBase}/api${path}${search}`, {
		method,
		headers,
		body: body && JSON.stringify(body),
	});
}

/** Definitions change rarely. */
async function remembered(name, load) {
	const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null');
	if (kept && Date.now() - kept.at < 60_000) return kept.value;
	const value = await load();
	try {
		sessionStorage.setItem(name, JSON.stringify({ at: Date.now(), value }));
	} catch {
		sessionStorage.clear();
	}
	return value;
}

const slot = encodeURIComponent;
const all = { page: 1, limit: 1000 };
const recordPath = (appsId, recordId) => `/apps/${slot(appsId)}/records/${slot(recordId)}`;

export const forms = async () => (await call('GET', '/apps/forms', { query: all })).forms ?? [];
export const form = (appsId) => call('GET', `/apps/forms/${slot(appsId)}`);

export const fields = (appsId) =>
	remembered(`fields ${root} ${appsId}`, async () => {
		const { fields: list = [] } = await call('GET', `/apps/${slot(appsId)}/fields`, { query: all });
		return list.filter(({ parentFieldId = -1 }) => Number(parentFieldId ?? -1) === -1);
	});

export const records = async (appsId, { page, limit, keyword }) => {
	const query = { order: 'recordId:desc', page, limit, keyword };
	return (await call('GET', `/apps/${slot(appsId)}/records`, { query })).records ?? [];
};

export const record = (appsId, recordId) => call('GET', recordPath(appsId, recordId));
export const addRecord = (appsId, values) =>
	call('POST', `/apps/${slot(appsId)}/records`, { body: { record: values } });
export const changeRecord = (appsId, recordId, values) =>
	call('PUT', recordPath(appsId, recordId), { body: { record: values } });
export const deleteRecord = (appsId, recordId) => call('DELETE', recordPath(appsId, recordId));

export const comments = async (appsId, recordId) =>
	(await call('GET', `${recordPath(appsId, recordId)}/comments`, { query: all })).comments ?? [];
export const addComment = (appsId, recordId, comment) =>
	call('POST', `${recordPath(appsId, recordId)}/comments`, { body: comment });
export const deleteComment = (appsId, recordId, commentId) =>
	call('DELETE', `${recordPath(appsId, recordId)}/comments/${slot(commentId)}`);

export const people = () =>
	remembered(`people ${root}`, async () => {
		const { user = [] } = await call('GET', '/admin/users', { query: all });
		return user.map(({ code, name }) => ({ code, name }));
	});

export const organizations = () =>
	remembered(`organizations ${root}`, async () => {
		const { organizations: list = [] } = await call('GET', '/admin/organizations', { query: all });
		return list.map(({ code, name }) => ({ code, name }));
	});

/** The whole directory as it is now, for three requests. */
export async function directory() {
	const answers = await Promise.all([
		call('GET', '/admin/users', { query: all }),
		call('GET', '/admin/organizations', { query: all }),
		call('GET', '/admin/positions', { query: all }),
	]);
	const [{ user: users = [] }, { organizations: known = [] }, { positions = [] }] = answers;
	return { users, organizations: known, positions, isCut: users.length === all.limit };
}

export const user = (code) => call('GET', `/admin/users/${slot(code)}`);
export const notices = (code) => call('GET', `/common/notices/${slot(code)}`);
export const channel = async () => (await request(`${root}/neighbours/channel`)).messages ?? [];

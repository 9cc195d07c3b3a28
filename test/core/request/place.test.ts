import { Failure, toFailure } from '../../../nodes/RecordsDirectory/core/request/failure';

const SITE = 'https://site.example';
const missing = new Failure({ kind: 'refused', message: 'Not Found', status: 404 });

it.each([
	['/api/apps/1/records/12/comments/3', 'comment 3 of record 12 of form 1'],
	['/api/apps/1/records', 'form 1'],
	['/api/apps/1/records/import', 'form 1'],
	['/api/apps/forms/7', 'form 7'],
	['/api/apps/1/fields/2', 'field 2 of form 1'],
	['/api/admin/organizations/SALES%20%2F%20EU', 'organization SALES / EU'],
	['/api/admin/positions/CHIEF', 'position CHIEF'],
	['/api/common/notices/E0001', 'user E0001'],
])('a failure that finds nothing at %s names %s', (path, words) => {
	expect(missing.at(path, SITE).message).toBe(`Not Found: ${words}`);
});

it.each([
	[{ status: 404, details: ['No such user'] }, 'Bad (user E0001)'],
	[{ status: 400 }, 'Bad'],
])('a failure with %j reads %s', (facts, words) => {
	const failure = new Failure({ kind: 'refused', message: 'Bad', ...facts });
	expect(failure.at('/api/admin/users/E0001', SITE).message).toBe(words);
});

it.each([
	['the service', { errors: { code: 403, message: 'Forbidden' } }, false],
	['a service without words', undefined, false],
	['a firewall', '<html><body>Blocked</body></html>', true],
])('a 403 for one record is about all of them if it is from %s', (_, body, isFinal) => {
	const forbidden = toFailure({ statusCode: 403, headers: {}, body });
	expect(forbidden.at('/api/apps/1/records/12', SITE).isFinal).toBe(isFinal);
	expect(forbidden.at('/api/apps/1/records', SITE).isFinal).toBe(true);
});

it('the reply of another program names the path of the Base URL, if it has one', () => {
	const foreign = new Failure({ kind: 'foreign', message: 'Another program responded' });
	const message = (site: string) => foreign.at('/api/apps/forms', site).message;
	expect(message(SITE)).toBe('Another program responded');
	expect(message(`${SITE}/shop`)).toBe(
		"Another program responded (below the path /shop of the 'Base URL')",
	);
});

import { subjectOf } from '../../../nodes/RecordsDirectory/core/request/path-words';

it.each([
	['/api/apps/1/records/9999', 'record 9999 of form 1'],
	['/api/apps/1/records/12/comments/3', 'comment 3 of record 12 of form 1'],
	['/api/apps/1/records', 'form 1'],
	['/api/apps/1/records/import', 'form 1'],
	['/api/apps/forms/7', 'form 7'],
	['/api/apps/forms', ''],
	['/api/apps/1/fields/2', 'field 2 of form 1'],
	['/api/admin/organizations/SALES%20%2F%20EU', 'organization SALES / EU'],
	['/api/admin/positions/CHIEF', 'position CHIEF'],
	['/api/admin/users/E0001', 'user E0001'],
	['/api/admin/users', ''],
	['/api/common/notices/E0001', 'user E0001'],
])('%s names %s', (path, words) => {
	expect(subjectOf(path)).toBe(words);
});

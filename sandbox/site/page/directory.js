import { inOneSpelling } from './values.js';

/** The lists of the directory as rows of text: what users see, and what shows a change. */
export function listsOf({ users, organizations, positions }) {
	const named = (list) => new Map(list.map(({ code, name }) => [code, name]));
	const [organization, position] = [named(organizations), named(positions)];
	const place = ({ organizationCode, positionCode }) =>
		[organization.get(organizationCode) ?? organizationCode, position.get(positionCode)]
			.filter(Boolean)
			.join(', ');
	const members = (key, code) =>
		users.filter((user) => [user, ...(user.subBelong ?? [])].some((one) => one[key] === code));
	return [
		{
			caption: 'Users',
			heads: ['Name', 'Code', 'Login ID', 'Belongs to', 'Valid until'],
			rows: users.map((user) => ({
				code: user.code,
				cells: [
					user.name,
					user.code,
					user.loginId,
					[user, ...(user.subBelong ?? [])].map(place).filter(Boolean).join('; '),
					inOneSpelling(user.expire),
				],
			})),
		},
		{
			caption: 'Organizations',
			heads: ['Name', 'Code', 'Part of'],
			rows: organizations.map(({ code, name, parentCode = '' }) => ({
				code,
				cells: [name, code, organization.get(parentCode) ?? parentCode],
				count: members('organizationCode', code).length,
			})),
		},
		{
			caption: 'Positions',
			heads: ['Name', 'Code'],
			rows: positions.map(({ code, name }) => ({
				code,
				cells: [name, code],
				count: members('positionCode', code).length,
			})),
		},
	];
}

import { organizations, users } from '../service/seed/people.ts';

type Row = Readonly<Record<string, string | undefined>>;

/** The spreadsheets of the company. Those of HR know of changes that the directory lacks. */
export const sheets: Readonly<Record<string, readonly Row[]>> = {
	Customers: [
		{ number: 'C-501', name: 'Acme Tools', rank: 'Gold' },
		{ number: 'C-502', name: 'Bamboo Cafe', rank: 'Platinum' },
		{ number: 'C-503', name: '', rank: 'Silver' },
		{ number: 'C-001', name: 'Cedar Farm', rank: 'Bronze' },
	],
	Departments: [
		...organizations.map(({ code, name, parentCode }) => ({
			code,
			name: code === 'ORG08' ? 'Logistics and Warehouse' : name,
			above: parentCode,
		})),
		{ code: 'ORG09', name: 'Field Service', above: 'ORG07' },
	],
	Employees: [
		...users.slice(0, 28).map(({ code, name, loginId, organizationCode, positionCode }) => ({
			code,
			name,
			login: loginId,
			department: code === 'E0015' ? 'ORG09' : organizationCode,
			position: positionCode,
		})),
		{ code: 'E0031', name: 'Noa Mori', login: 'user31', department: 'ORG09', position: 'P6' },
	],
};

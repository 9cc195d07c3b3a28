import type { Organization, Position, User } from '../resources.ts';

const organization = (
	code: string,
	name: string,
	parentCode: string,
	alias = '',
): Organization => ({
	code,
	name,
	kana: name,
	alias,
	aliasKana: alias,
	parentCode,
	note: '',
});

export const organizations: Organization[] = [
	organization('ORG01', 'Head Office', '', 'HQ'),
	organization('ORG02', 'Administration', 'ORG01'),
	organization('ORG03', 'Sales', 'ORG01'),
	organization('ORG04', 'Sales East', 'ORG03'),
	organization('ORG05', 'Sales West', 'ORG03'),
	organization('ORG06', 'Engineering', 'ORG01', 'ENG'),
	organization('ORG07', 'Customer Support', 'ORG01', 'CS'),
	organization('ORG08', 'Logistics', 'ORG01'),
];

export const positions: Position[] = [
	'President',
	'Director',
	'Manager',
	'Team Leader',
	'Specialist',
	'Associate',
].map((name, index) => ({
	code: `P${index + 1}`,
	name,
	kana: name,
	alias: '',
	aliasKana: '',
	note: '',
}));

const names = [
	'Aiko Tanaka',
	'Ben Carter',
	'Chika Mori',
	'David Okafor',
	'Emi Sato',
	'Farah Haddad',
	'Goro Abe',
	'Hana Kimura',
	'Ivan Petrov',
	'Jun Watanabe',
	'Kaori Ito',
	'Liam Murphy',
	'Mika Yamada',
	'Nora Lindqvist',
	'Osamu Kato',
	'Priya Nair',
	'Quentin Moreau',
	'Rin Suzuki',
	'Sofia Rossi',
	'Takeshi Endo',
	'Uma Shankar',
	'Viktor Novak',
	'Wakana Ogawa',
	'Xin Li',
	'Yuki Nakamura',
	'Zoe Adams',
	'Akira Fujita',
	'Bianca Silva',
	'Chen Wei',
	'Daisuke Ono',
];

/** E0001.. for 1.. */
export const userCode = (number: number) => `E${String(number).padStart(4, '0')}`;

export const nameOf = (number: number) => names[number - 1] ?? '';

export const users: User[] = names.map((name, index) => ({
	code: userCode(index + 1),
	name,
	kana: name,
	loginId: `user${index + 1}`,
	loginPass: `sandbox-${index + 1}`,
	expire: '9999/12/31',
	outsideAccess: index % 7 === 0,
	organizationCode: index === 0 ? 'ORG01' : `ORG0${(index % 8) + 1}`,
	positionCode: index < 6 ? `P${index + 1}` : `P${4 + (index % 3)}`,
	loginErrorCount: 0,
	isRetired: index === 29,
	subBelong: index === 4 || index === 9 ? [{ organizationCode: 'ORG07', positionCode: 'P4' }] : [],
}));

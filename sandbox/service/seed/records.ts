import { timestamp } from '../clock.ts';
import type { NewRecord } from '../record-rows.ts';
import type { Values } from '../resources.ts';
import { nameOf, organizations, userCode } from './people.ts';

const firstRecord = Date.UTC(2026, 0, 5, 9);
const hour = 3_600_000;

export const at = (hours: number) => timestamp(new Date(firstRecord + hours * hour), 0);

/** Every nth entry in turn: variety without randomness. */
const turn = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;

const person = (number: number) => ({ code: userCode(number), name: nameOf(number) });

const record = (index: number, values: Values, status?: string): NewRecord => ({
	values,
	by: userCode((index % 12) + 1),
	createdAt: at(index + 1),
	updatedAt: at(index + 1.5),
	...(status === undefined ? {} : { status }),
});

const subjects = [
	'Printer on the second floor is jammed',
	'Cannot log in to the VPN',
	'Invoice shows the wrong address',
	'Delivery arrived damaged',
	'Password reset mail never arrives',
	'Monitor flickers since this morning',
	"How do I export last year's orders?",
	'Access card does not open the warehouse',
];

export const supportRequests: NewRecord[] = Array.from({ length: 40 }, (_, index) => {
	const organization = turn(organizations, index);
	return record(
		index,
		{
			'field-1': turn(subjects, index),
			'field-2': `Reported by ${nameOf((index % 20) + 8)}. Please call back before noon.`,
			'field-3': [person((index % 20) + 8)],
			...(index % 9 === 8 ? {} : { 'field-4': [person((index % 5) + 1)] }),
			'field-5': [{ code: organization.code, name: organization.name }],
			'field-6': turn(['Normal', 'High', 'Low', 'Normal'], index),
			'field-7': turn([['Mail'], ['Phone', 'Chat'], ['Visit'], ['Mail', 'Phone']], index),
			...(index % 4 === 3
				? {}
				: { 'field-8': `2026/02/${String((index % 28) + 1).padStart(2, '0')}` }),
			'field-9': ((index * 7) % 40) / 2,
			...(index % 3 === 0 ? { 'field-10': 'Photo in the first comment' } : {}),
		},
		turn(['Open', 'In progress', 'Open', 'Answered', 'Closed'], index),
	);
});

export const companies = [
	'Asahi Trading',
	'Blue River Foods',
	'Cedar & Sons',
	'Daiwa Parts',
	'Evergreen Hotels',
	'Fuji Print',
	'Granite Works',
	'Harbor Freight Lines',
	'Izumi Clinic',
	'Juniper Books',
	'Kobe Machinery',
	'Lotus Travel',
	'Maple Schools',
	'Northwind Energy',
	'Orchid Design',
];

export const customers: NewRecord[] = companies.map((company, index) =>
	record(index, {
		'field-21': `C-${String(index + 1).padStart(3, '0')}`,
		'field-22': company,
		'field-23': turn(['Gold', 'Silver', 'Bronze'], index),
		'field-24': Array.from({ length: index % 3 }, (_, row) => ({
			'field-241': nameOf(((index + row * 5) % 30) + 1),
			'field-242': `contact${row + 1}@customer${index + 1}.example`,
			'field-243': turn(['Buyer', 'Accounting', 'Technician'], index + row),
		})),
		'field-25': [person((index % 6) + 2)],
	}),
);

const things: [name: string, kind: string[], price: number][] = [
	['Notebook computer', ['Computer'], 145_000],
	['Standing desk', ['Furniture'], 62_000],
	['Delivery van', ['Vehicle', 'Leased'], 2_400_000],
	['Label printer', ['Computer', 'Leased'], 38_500],
	['Meeting table', ['Furniture'], 118_000],
];

export const assets: NewRecord[] = Array.from({ length: 20 }, (_, index) => {
	const [name, kind, price] = turn(things, index);
	const quantity = (index % 4) + 1;
	return record(index, {
		'field-31': `${name} ${index + 1}`,
		'field-32': kind,
		'field-33': price,
		'field-34': quantity,
		'field-35': price * quantity,
		'field-36': `2025/${String((index % 12) + 1).padStart(2, '0')}/15`,
	});
});

export const orders: NewRecord[] = Array.from({ length: 120 }, (_, index) =>
	record(index, {
		'field-41': `PO-${20260001 + index}`,
		'field-42': turn(companies, index * 7),
		'field-43': 1000 + ((index * 3779) % 90_000) + 0.5 * (index % 2),
		'field-44': at(index).replaceAll('-', '/'),
		'field-45': turn(['New', 'Paid', 'Shipped', 'Shipped', 'Cancelled'], index),
	}),
);

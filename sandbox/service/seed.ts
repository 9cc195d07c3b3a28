/**
 * Believable data of a small company, the same at every start. Tests and workflows may rely on this:
 *
 * - Organizations ORG01 (root) to ORG08; ORG04 and ORG05 lie below ORG03, the rest below ORG01.
 * - Positions P1 (President) to P6 (Associate).
 * - Users E0001 to E0030, login ids user1 to user30; E0001 is "Aiko Tanaka"; E0030 has retired.
 *   E0005 and E0010 have a second affiliation.
 * - Form 1 "Support Requests", SUP00001.., process function on (Open, In progress, Answered, Closed),
 *   40 records. Fields: field-1 subject (required), field-2 description, field-3 requester and field-4
 *   assignee (user selections), field-5 department (organization selection), field-6 priority (radio
 *   buttons with related codes), field-7 channel (check boxes), field-8 due date, field-9 hours
 *   (number, 1 decimal), field-10 note, field-11 heading (a label: cannot be output).
 *   Filters: 1 "Assigned to me", 2 "Unanswered", 3 "Comments to me". Comments on records 1 to 3.
 * - Form 2 "Customers", CUS0001.., 15 records. field-21 customer number (key field, C-001..),
 *   field-22 name (required), field-23 rank (combo box), field-24 contacts (detail table of field-241
 *   name (required), field-242 e-mail, field-243 role), field-25 owner (user selection).
 * - Form 3 "Assets", AST0001.., 20 records. field-31 asset name (required), field-32 kind (list box),
 *   field-33 price (number), field-34 quantity (number), field-35 total (calculated: 33 * 34),
 *   field-36 bought on (date; required where the price is 5,000,000 or more), field-37 QR code (cannot be output).
 * - Form 4 "Orders", ORD000001.., 120 records. field-41 order number, field-42 customer, field-43 amount,
 *   field-44 ordered at (date and time), field-45 state (radio buttons). `keyword` searches field-41 and
 *   field-42; it is not configured in the other forms.
 *   With other `identifiers` the fields are called otherwise; nothing else changes.
 * - Record n of a form was created n hours after 2026-01-05 09:00:00 and updated 30 minutes later.
 *   With a present time, all of this is as many days later as make the newest order a day old at most.
 */
import type { Store } from './store.ts';
import { asOf } from './seed/recent.ts';
import { forms } from './seed/forms.ts';
import { organizations, positions, users } from './seed/people.ts';
import { assets, customers, orders, supportRequests } from './seed/records.ts';
import { comments } from './seed/comments.ts';
import { type Identifiers, withIdentifiers } from './seed/identifiers.ts';

export function seed(store: Store, identifiers: Identifiers = 'hyphens', now?: string): void {
	const recent = <Data>(data: Data) => (now === undefined ? data : asOf(data, now));
	const records = recent([supportRequests, customers, assets, orders]);
	store.change(() => {
		for (const organization of organizations) store.organizations.add(organization);
		for (const position of positions) store.positions.add(position);
		for (const user of users) store.users.add(user);
		for (const form of withIdentifiers(forms, identifiers)) store.addForm(form);
		for (const [index, rows] of withIdentifiers(records, identifiers).entries()) {
			store.addRecords(index + 1, rows);
		}
		for (const { recordId, createdAt, ...comment } of recent(comments)) {
			store.addComment(1, recordId, comment, { createdAt });
		}
	});
}

import type { Id } from '../../core/id';
import { textIn } from '../../core/json';
import { IMPORT_LIMIT } from '../../core/limits';
import { toRows } from '../../core/request/reply';
import { pageRequest, toRequest } from '../../core/request/request';
import { itemsInWords, spanInWords, withThousands, WORTH_TELLING_MS } from '../../core/text';
import { secondsAheadInZone } from '../../core/values/moment';
import { formIn, type Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import { recordList } from '../transport/list-reader';
import type { Checked, Job } from './job';

export async function adviseAfterRun(job: Job, checked: readonly Checked[]): Promise<void> {
	const { client, context, entry, outcomes } = job;
	const { waitedMs } = client;
	if (waitedMs >= WORTH_TELLING_MS)
		outcomes.hint(`This run waited ${spanInWords(waitedMs)} for the rate limit of the service.`);
	if (client.learnt.isDeferred && outcomes.kind !== 'read')
		outcomes.hint(
			'The service accepts writes and saves them later (status 202). Until then, another run does not find them.',
		);
	const notFound = checked.filter(
		({ item, values }) => (values.findNew ?? values.keepExisting) && outcomes.lacksRecordId(item),
	);
	if (notFound.length > 0)
		outcomes.hint(
			`Saved, but the new record was not found: ${itemsInWords(notFound.map(({ item }) => item))}. The form needs a key field, and the item needs a value for it. If both exist, the service probably lists new records late.`,
			'warning',
		);
	const { length } = checked.filter(({ item }) => !outcomes.hasFailed(item));
	const batch = 'code' in entry.resource.entity ? 'Create or Update' : 'Import';
	// For fewer, batches are not worth a hint.
	if (entry.operation.runs.kind === 'create' && length >= 20)
		outcomes.hint(`'Create' sends 1 item per request, '${batch}' sends ${IMPORT_LIMIT}.`);
	const { form, mapped } = checked[0]?.values ?? {};
	if (entry.key === 'record.import' && mapped && context.getMode() === 'trigger') {
		const fields = await job.forms(formIn({ form }));
		if (!fields.some(({ isKey }) => isKey))
			outcomes.hint(
				"The form has no key field, so an item that is imported again becomes a second record. To update existing records, use 'Create or Update'.",
			);
	}
	await adviseZone(job, checked);
}

/** Not if a record that was written just now shows that the site has the zone. */
async function adviseZone(job: Job, checked: readonly Checked[]): Promise<void> {
	const { client, outcomes, zone: reading } = job;
	const { zone, named, isConverted } = reading;
	if (named !== undefined || !isConverted) return;
	const isWrite = outcomes.kind !== 'read' && !outcomes.plan;
	const isSaved = ({ item }: Checked) => isWrite && !outcomes.hasFailed(item);
	const form = checked.find(isSaved)?.values.form;
	const ahead = form === undefined ? undefined : await readAhead(client, form, zone);
	if (ahead === 0) return;
	const words = `Times were converted to ${zone}, the time zone of this workflow`;
	if (ahead === undefined) {
		const enter = "If the site has another one, enter it as 'Time Zone' in the credential.";
		return outcomes.hint(`${words}. ${enter}`);
	}
	const differs = `${spanInWords(Math.abs(ahead) * 1000)} ${ahead > 0 ? 'ahead of' : 'behind'} it`;
	const enter =
		"Enter the time zone of the site as 'Time Zone' in the credential, and correct what was saved.";
	outcomes.hint(`${words}, but the clock of the site is ${differs}. ${enter}`, 'warning');
}

/** As the newest records show; undefined if unknown. */
async function readAhead(client: Client, form: Id, zone: string): Promise<number | undefined> {
	const { clock } = client.learnt;
	const now = performance.now();
	// A change to or from summer time shows after a day.
	if (clock?.zone === zone && now - clock.at < 86_400_000) return clock.ahead;
	const list = { ...toRequest(recordList.operation, { form }), query: { order: 'updatedAt:desc' } };
	const rows = client.send(pageRequest(list, 1, 10)).then((reply) => toRows(recordList, {}, reply));
	const times = (await rows.catch(() => [])).map((row) => textIn(row.updatedAt));
	const all = times.flatMap((time) => secondsAheadInZone(time, zone, client.serviceTime) ?? []);
	// The newest one may be dated in the future.
	const ahead = all.includes(0) ? 0 : all[0];
	if (ahead !== undefined) client.learnt.clock = { zone, ahead, at: now };
	return ahead;
}

const FILTERS = ['keyword', 'query', 'conditions', 'changedAfter', 'createdAfter'] as const;

export async function adviseCount(job: Job, values: Values, shown: number): Promise<void> {
	const { client, outcomes } = job;
	const { whole } = client.learnt;
	const form = formIn(values);
	if (whole.has(String(form)) || FILTERS.some((name) => values[name] !== undefined)) return;
	const count = (await job.counts(form)) ?? 0;
	if (count <= shown) return void whole.add(String(form));
	const counts = `${withThousands(count)} records, but its list shows only ${withThousands(shown)}`;
	const words = `Form ${form} has ${counts}. The key may have no permission to read the others, or they are new or deleted.`;
	outcomes.hint(words, 'warning');
}

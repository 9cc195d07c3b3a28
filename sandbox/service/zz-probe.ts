import { startService } from './service.ts';
let t = performance.now();
const s = await startService();
const rows = Array.from({ length: 100_000 }, (_, i) => ({
	values: {
		'field-1': `Subject ${(i * 7919) % 100000}`,
		'field-2': 'x'.repeat(200),
		'field-6': 'High',
		'field-9': (i * 31) % 1000,
		'field-4': [{ code: 'E0001', name: 'Aiko Tanaka' }],
	},
	updatedAt: `2026-03-${String(1 + Math.floor(i / 4000)).padStart(2, '0')} 10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
	createdAt: '2026-03-01 00:00:00',
	status: 'Open',
}));
t = performance.now();
s.store.addRecords(1, rows);
console.log('bulk', Math.round(performance.now() - t));
const k = { headers: { 'X-Service-API-Key': 'sandbox-key' } };
for (const p of [
	'?limit=1',
	'?limit=100',
	'?limit=1000',
	'?limit=1000&page=100',
	'?limit=100&order=updatedAt:desc',
	'?limit=1000&page=90&order=updatedAt:desc',
	'?limit=100&order=createdAt:desc&page=500',
	'?limit=100&order=field-1:desc',
	'?limit=100&order=field-1:desc',
	'?limit=100&order=field-9:desc&page=900',
	'?limit=100&order=status:desc',
	'?limit=100&order=updater:desc',
	'?limit=100&query=field-9%20%3D%205',
	'?limit=100&fields=field-1&order=updatedAt:desc',
]) {
	const a = [];
	let r;
	for (let i = 0; i < 3; i++) {
		t = performance.now();
		r = await fetch(s.url + '/api/apps/1/records' + p, k);
		await r.text();
		a.push(Math.round(performance.now() - t));
	}
	console.log(p, r.status, a.join());
}
for (const d of [
	{ ties: 'shuffled' },
	{ ties: 'insertion' },
	{ defaultOrder: 'updatedAtDescending' },
	{ visibleAfterSeconds: 5 },
]) {
	s.dialect = { ...s.dialect, ...d } as never;
	t = performance.now();
	await (
		await fetch(s.url + '/api/apps/1/records?limit=100&order=updatedAt:desc&page=800', k)
	).text();
	console.log(d, Math.round(performance.now() - t));
}
t = performance.now();
await (await fetch(s.url + '/api/apps/1/records?limit=100&query=status%20%3D%20%22x%22', k)).text();
console.log('q', Math.round(performance.now() - t));
for (const p of ['/api/common/notices/E0001', '/api/apps/forms', '/api/apps/1/records/50000']) {
	t = performance.now();
	await (await fetch(s.url + p, k)).text();
	console.log(p, Math.round(performance.now() - t));
}
t = performance.now();
s.store.createRecord(1, { 'field-1': 'x' });
console.log('create', performance.now() - t);
s.events.on('notice', () => {});
t = performance.now();
s.store.createRecord(1, { 'field-1': 'x' });
console.log('create with listener', performance.now() - t);
await s.close();

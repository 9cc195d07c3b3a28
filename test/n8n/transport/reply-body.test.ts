import { Readable } from 'node:stream';
import { readText, unlessLate } from '../../../nodes/RecordsDirectory/n8n/transport/attempt';
import { inPassingTime, type PassingTime } from './passing-time';

afterEach(() => jest.restoreAllMocks());

const LIMITS = { untilMs: 600_000, silenceMs: 120_000 };

/** A reply that arrives as the test says; its connection could be used again. */
const replyOf = () => new Readable({ read() {}, autoDestroy: false });

/** The text of a reply, and whether the rest of the reply is stopped. */
const readOf = async (arrive: (reply: Readable, time: PassingTime) => unknown) =>
	await inPassingTime(async (time) => {
		const reply = replyOf();
		const until = performance.now() + LIMITS.untilMs;
		const text = readText(reply, until, LIMITS.silenceMs);
		await arrive(reply, time);
		const read = { text: await text, isStopped: reply.destroyed };
		expect(time.timers()).toBe(0);
		return read;
	});
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a reply', () => {
	it('is whole at its end, however it was divided, and its connection stays open', async () => {
		const bytes = Buffer.from('{"name":"青木"}');
		const read = await readOf((reply) => {
			for (const byte of bytes) reply.push(Buffer.of(byte));
			reply.push(null);
		});
		expect(read).toEqual({ text: { kind: 'whole', text: '{"name":"青木"}' }, isStopped: false });
	});

	it.each<
		[
			string,
			Awaited<ReturnType<typeof readText>>['kind'],
			(reply: Readable, time: PassingTime) => unknown,
		]
	>([
		['its connection breaks', 'cut', (reply) => reply.emit('error', new Error('reset'))],
		['the other side gives up', 'cut', (reply) => reply.emit('aborted')],
		['its connection closes before its end', 'cut', (reply) => reply.emit('close')],
		['nothing comes for longer than permitted', 'cut', (_, { pass }) => pass(LIMITS.silenceMs + 1)],
		[
			'it is silent again after its first part',
			'cut',
			async (reply, { pass }) => {
				pass(LIMITS.silenceMs - 1_000);
				reply.push('{');
				await turn();
				pass(LIMITS.silenceMs + 1_000);
			},
		],
		[
			'it takes too long, though its parts keep coming',
			'slow',
			async (reply, { pass }) => {
				for (let n = 0; n < 7; n++) {
					reply.push(' ');
					await turn();
					pass(100_000);
				}
			},
		],
		[
			'it is larger than permitted',
			'large',
			(reply) => {
				reply.push(Buffer.alloc(100 * 1024 * 1024));
				reply.push(' ');
			},
		],
	])('is incomplete if %s: %s, and the rest of it is stopped', async (_, kind, arrive) => {
		expect(await readOf(arrive)).toEqual({ text: { kind }, isStopped: true });
	});

	it('that is busy when its time is over has its end with its next part', async () => {
		const reply = replyOf();
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const text = readText(reply, 1_000, 1_000_000);
		now = 1_001;
		reply.push(' ');
		await turn();
		reply.push(null);
		expect(await text).toEqual({ kind: 'slow' });
	});

	it('may be as long as permitted while no pause in it is too long', async () => {
		const read = await readOf(async (reply, { pass }) => {
			for (const part of ['[', '1', ']']) {
				pass(LIMITS.silenceMs - 1_000);
				reply.push(part);
				await turn();
			}
			reply.push(null);
		});
		expect(read.text).toEqual({ kind: 'whole', text: '[1]' });
	});
});

describe('work that may be late', () => {
	it('gives its result in time, and nothing afterwards', async () => {
		await inPassingTime(async ({ pass, timers }) => {
			const until = performance.now() + 1_000;
			expect(await unlessLate(Promise.resolve('done'), until)).toBe('done');
			expect(timers()).toBe(0);
			const late = unlessLate(new Promise(() => {}), until);
			pass(1_001);
			expect(await late).toBeUndefined();
		});
	});
});

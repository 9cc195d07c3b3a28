import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUESTIONS } from '../../scripts/probe/findings';
import { plainDialect } from '../../sandbox/service/dialects';
import { imitationOf } from '../../sandbox/service/profile';
import { readArguments } from '../../sandbox/start/arguments';
import { imitated } from '../../sandbox/start/profile';

test('every switch of the service is a question, and what can be found out can be imitated', () => {
	const questions = new Map(QUESTIONS.map((one) => [one.name, one]));
	const names = Object.keys(plainDialect);
	expect(names.filter((name) => !questions.has(name))).toEqual([]);
	const found = names.filter((name) => Object.keys(questions.get(name)!.behaviours).length > 0);
	const findings = Object.fromEntries(found.map((name) => [name, { behaviour: 'never said' }]));
	// The process function shows only where a form has it.
	const { left } = imitationOf({ version: 1, findings });
	expect([...left].sort()).toEqual([...found].sort());
	for (const name of found) {
		const { behaviours } = questions.get(name)!;
		const known = Object.keys(behaviours).map((one) => (one === '#' ? 100 : one));
		const all = known.map((behaviour) => ({ version: 1, findings: { [name]: { behaviour } } }));
		const isImitated = all.some((one) => name in imitationOf(one).dialect);
		expect([name, isImitated]).toEqual([name, name !== 'processFunction']);
	}
});

test('what others put into a profile is taken only where it is known', () => {
	const findings = {
		pageCap: { behaviour: -1 },
		numbers: { behaviour: 'Infinity' },
		__proto__: { behaviour: 'x' },
		constructor: { behaviour: 'x' },
		ties: { behaviour: 'idDescending', certainty: 'likely' },
		dates: { behaviour: 'hyphens' },
		retryAfter: { behaviour: 'yes' },
		scopes: { behaviour: 'twoKeys' },
		pastTheEnd: { behaviour: 'repeats' },
		defaultLimit: { behaviour: 20 },
		errorBody: { behaviour: 'otherJson' },
		limitStatus: { behaviour: '429' },
		selections: { certainty: 'needs writing' },
	};
	const { dialect, left } = imitationOf({ version: 1, findings });
	expect(dialect).toEqual({
		...{ dates: 'hyphens', retryAfter: true, limitStatus: 429, scopes: 'twoKeys' },
		...{ pastTheEnd: 'lastAgain', defaultLimit: 20, errorBody: 'flat' },
	});
	expect(left).toEqual(['pageCap', 'numbers', 'constructor', 'ties']);
	for (const none of [null, 'text', {}, { version: 2, findings: {} }, { version: 1 }])
		expect(() => imitationOf(none)).toThrow('This is not a profile of a site');
});

test('npm start takes a profile, and says what it cannot imitate', () => {
	const folder = mkdtempSync(join(tmpdir(), 'probe-'));
	const file = join(folder, 'site-profile.json');
	const findings = { dates: { behaviour: 'hyphens' }, ties: { behaviour: 'idDescending' } };
	writeFileSync(file, JSON.stringify({ version: 1, findings }));
	const { profile } = readArguments(['--profile', file], {});
	const lines: string[] = [];
	expect(imitated(profile, (line) => void lines.push(line))).toEqual({ dates: 'hyphens' });
	expect(lines).toEqual(['  The service cannot imitate these points of the profile: ties.']);
	expect(imitated(undefined, () => {})).toEqual({});
	rmSync(folder, { recursive: true });
});

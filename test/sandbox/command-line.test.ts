import { readArguments as benchArguments } from '../../bench/arguments';
import { readArguments as queueArguments } from '../../sandbox/queue/arguments';
import { readArguments as serviceArguments } from '../../sandbox/start/alone';
import { readArguments as startArguments } from '../../sandbox/start/arguments';
import { WrongArgument } from '../../sandbox/start/command-line';
import { imitated } from '../../sandbox/start/profile';
import { argumentsIn as probeArguments } from '../../scripts/probe/arguments';
import { readArguments as simulateArguments } from '../../test/simulation/arguments';

/** Reads the words of a command as the command does, with the files that they name. */
const commands: Readonly<Record<string, (words: string[]) => unknown>> = {
	'npm start': (words) => imitated(startArguments(words, {}).profile, () => {}),
	'npm run service': (words) => imitated(serviceArguments(words, {}).profile, () => {}),
	'npm run sandbox:queue': (words) => queueArguments(words, {}),
	'npm run simulate': (words) => simulateArguments(words),
	'npm run bench': (words) => benchArguments(words),
	'npm run probe': (words) => probeArguments(words),
};

function messageOf(command: string, words: readonly string[]): string {
	try {
		commands[command]!([...words]);
	} catch (error) {
		if (error instanceof WrongArgument) return error.message;
		throw error;
	}
	throw new Error(`${command} accepts ${words.join(' ')}`);
}

const NUMBERS: ReadonlyArray<readonly [command: string, option: string, range: string]> = [
	['npm start', '--n8n-port', 'from 1 to 65535'],
	['npm start', '--service-port', 'from 1 to 65535'],
	['npm run service', '--service-port', 'from 1 to 65535'],
	['npm run sandbox:queue', '--n8n-port', 'from 1 to 65535'],
	['npm run sandbox:queue', '--workers', 'from 1 to 16'],
	['npm run simulate', '--runs', 'from 1 to 2147483647'],
	['npm run simulate', '--seed', 'from 0 to 2147483647'],
	['npm run simulate', '--minutes', 'from 1 to 2147483647'],
	['npm run probe', '--limit', 'from 1 to 100'],
];

test.each(NUMBERS)('%s %s must be a whole number %s', (command, option, range) => {
	const base = command === 'npm run probe' ? ['--base-url', 'https://example.com'] : [];
	const expected = `${option} must be a whole number ${range}.`;
	for (const value of ['many', '1.5', '1e2', '99999999999'])
		expect(messageOf(command, [...base, option, value])).toBe(expected);
});

test.each(['npm start', 'npm run service'])(
	'%s --profile says in one line what is wrong with a file, without its content',
	(command) => {
		const message = (file: string) => messageOf(command, ['--profile', file]);
		for (const [file, words] of [
			['nope.json', '/.*/nope\\.json does not exist\\. Check its name and folder\\.'],
			['package.json/a', '.* does not exist\\. Check its name and folder\\.'],
			['docs', '/.*/docs is a folder\\. Name a file\\.'],
			['README.md', '/.*/README\\.md is not JSON\\. Name another file\\.'],
			['package.json', 'This is not a profile of a site: npm run probe makes one\\.'],
		] as const)
			expect(message(file)).toMatch(new RegExp(`^--profile \\S*${file}: ${words}$`));
	},
);

test.each(['npm start', 'npm run sandbox:queue'])('%s needs a folder for its data', (command) => {
	const message = messageOf(command, ['--data', 'package.json']);
	expect(message).toMatch(/^--data: \/.*\/package\.json is a file\. Name a folder\.$/);
});

test.each([
	['--redis', '127.0.0.1:6379'],
	['--postgres', 'mysql://user:hidden@127.0.0.1/database'],
])('npm run sandbox:queue rejects %s %s without repeating the value', (option, value) => {
	const message = messageOf('npm run sandbox:queue', [option, value]);
	expect(message).toMatch(new RegExp(`^${option} must be (?!.*hidden)`));
});

test('a wrong environment variable is named, and an option counts more', () => {
	const environment = {
		SANDBOX_SERVICE_PORT: 'x',
		SANDBOX_N8N_PORT: '1',
		SANDBOX_DATA: 'README.md',
	};
	expect(() => serviceArguments([], environment)).toThrow(/^SANDBOX_SERVICE_PORT must be a whole/);
	expect(() => startArguments(['--service-port', '2'], environment)).toThrow(/^SANDBOX_DATA: \//);
	const words = ['--service-port', '2', '--data', 'a'];
	expect(startArguments(words, environment)).toMatchObject({ n8nPort: 1, servicePort: 2 });
});

test.each(Object.keys(commands))(
	'%s names a mistake in one line, without its values',
	(command) => {
		for (const [words, mistake] of [
			[['--bogus'], 'There is no option --bogus.'],
			[['--__proto__', 'a'], 'There is no option --__proto__.'],
			[['secret'], 'One word belongs to no option.'],
			[['--help=secret'], '--help takes no value.'],
		] as const)
			expect(messageOf(command, words)).toBe(`${mistake} All options: ${command} -- --help`);
	},
);

test.each([
	[['--service-port'], '--service-port'],
	[['--service-port='], '--service-port'],
	[['--profile', '--help'], '--profile'],
])('%j lacks a value', (words, option) => {
	const more = 'All options: npm run service -- --help';
	expect(messageOf('npm run service', words)).toBe(`${option} needs a value. ${more}`);
});

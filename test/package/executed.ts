/** Who executes a command of the documentation. */
export type Executed =
	/** test/e2e/documented.test.ts: as it stands, or smaller, in a copy of the papers. */
	| { readonly run: string; readonly says: RegExp }
	/** test/package/commands.test.ts: smaller, in the project itself, as it finds tests there only. */
	| { readonly inPlace: string; readonly says: RegExp }
	/** A test that starts the script of the command with its arguments. */
	| { readonly test: string; readonly script: string; readonly start?: string }
	/** Everything that is promised, on a fresh machine (.ci/run). */
	| { readonly ci: readonly string[] }
	/** A part of `npm test` itself. */
	| { readonly partOf: 'test' }
	/** Nothing here can execute it. */
	| { readonly elsewhere: string };

const long: Executed = {
	inPlace: 'npm run test:long -- 2 7 test/core/request/address-and-key',
	says: /2 times as many cases, seed 7[^]*Tests: +\d+ passed/,
};

/** Every command of the documentation; `commands.test.ts` says which is missing or has gone. */
export const executed: Readonly<Record<string, Executed>> = {
	'git clone https://github.com/records-directory/n8n-nodes-records-directory.git': {
		elsewhere: 'on a machine that reaches the address',
	},
	'cd n8n-nodes-records-directory': { elsewhere: 'goes with the command before' },
	'npm start': { test: 'test/e2e/command.test.ts', script: 'sandbox/start.ts' },
	'npm start -- --reset': {
		test: 'test/e2e/command.test.ts',
		script: 'sandbox/start.ts',
		start: "command('--reset', ",
	},
	'npm start -- --help': { run: 'npm start -- --help', says: /--n8n-port <port>/ },
	'npm run service': { test: 'test/sandbox/service-command.test.ts', script: 'sandbox/service.ts' },
	'npm run sandbox:queue': {
		test: 'test/e2e/command.test.ts',
		script: 'sandbox/queue.ts',
		start: 'queueCommand(',
	},

	'npm test': { ci: ['npm test'] },
	'npm run test:e2e': { ci: ['npm run test:e2e'] },
	// With what is not a profile, so that it ends before anything runs.
	'PROFILE=site-profile.json npm test': {
		inPlace: 'PROFILE=package.json npm test',
		says: /PROFILE=package.json: This is not a profile of a site/,
	},
	'npm run test:old': { ci: ['npm run test:old'] },
	'npm run verify': { ci: ['npm run verify'] },
	'npm run build': { partOf: 'test' },
	'npm run lint': { partOf: 'test' },
	'npm run typecheck': { partOf: 'test' },
	'npm run format': { run: 'npm run format', says: /prettier --write/ },
	'npm run lint:fix': {
		elsewhere: 'by hand: npm test runs the same two programs, which then only report',
	},
	'npm run build:watch': { elsewhere: 'by somebody who works on the nodes: it does not end' },
	'npm run release': { elsewhere: 'test/package/release.test.ts, where the answers are filled in' },
	'npm run dev': { elsewhere: 'another name of npm start' },
	'npm run size': { inPlace: 'npm run size', says: /│ files\s+│ \d+/ },
	'npm run docs': { run: 'npm run docs', says: /scripts\/docs\.ts/ },

	// There is no site to ask; test/probe/command.test.ts asks the local service.
	'npm run probe -- --base-url https://your-site.example.com': {
		run: 'npm run probe -- --base-url https://your-site.example.com --help',
		says: /The key is taken from PROBE_API_KEY/,
	},
	'npm run service -- --profile test/profile/site-profile.json': {
		test: 'test/sandbox/service-command.test.ts',
		script: 'sandbox/service.ts',
		start: "'test/profile/site-profile.json'",
	},
	'PROBE_API_KEY=sandbox-key npm run probe -- --base-url http://127.0.0.1:8650 --scratch-form 5 --user E0003':
		{
			test: 'test/sandbox/service-command.test.ts',
			script: 'scripts/probe.ts',
			start: "'--scratch-form', '5', '--user', 'E0003'",
		},
	// 20,000 runs take ten minutes: this number is enough to show that it works.
	'npm run simulate -- --runs 20000 --seed 46': {
		run: 'npm run simulate -- --runs 200 --seed 45',
		says: /\| All +\| +200 \|/,
	},
	'npm install --prefix ~/.n8n/nodes --omit=peer --ignore-scripts n8n-nodes-records-directory': {
		elsewhere: 'on the server of an administrator, once the package is at the registry',
	},
	'npm install --prefix ~/.n8n/nodes --legacy-peer-deps --ignore-scripts /tmp/n8n-nodes-records-directory-*.tgz':
		{ elsewhere: 'on the server of an administrator, without access to the registry' },
	'npm pack --pack-destination /tmp': {
		inPlace: 'npm pack --dry-run --pack-destination /tmp',
		says: /^n8n-nodes-records-directory-[\d.]+\.tgz$/m,
	},
	'npm run test:all': { ci: ['npm run test:all'] },
	'npm run test:long -- 10': long,
	'npm run test:long -- 20 7': long,
	'npm run test:mutation': { ci: ['npm run test:mutation'] },
	// The other parts take minutes.
	'npm run bench': {
		run: 'npm run bench -- --quick --only import',
		says: /\| HTTP Request, one record per request +\|/,
	},

	'apt-get install redis-server postgresql': {
		ci: ['apt-get install', 'need redis-server redis-server', 'need initdb postgresql'],
	},
	'npm audit signatures': { elsewhere: 'looks at the package as it is published' },
};

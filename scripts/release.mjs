// Checks what must be true before a version is published, for the owner (`npm run release`) and for the workflow that
// publishes it (--tag). The owner also gets the list of what no program can check.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
const root = new URL('..', import.meta.url);
const read = (file) => readFileSync(new URL(file, root), 'utf8');
const git = (...words) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout ?? '';
const { version, author, repository, description } = JSON.parse(read('package.json'));
const readme = read('README.md');
const UNNAMED = 'form-based records service';
const UNPUBLISHED = /not on npm|first release/;
const PRESET = 'records-directory/n8n-nodes-records-directory';

/** Where the project is: GitHub tells its workflows, and git the owner. */
const place =
	process.env.GITHUB_REPOSITORY ||
	/github\.com[:/](\S+?)(?:\.git)?\n/.exec(git('remote', 'get-url', 'origin'))?.[1];
/** The files with the address of another place. */
const elsewhere = [
	...(repository.url === `git+https://github.com/${place}.git` ? [] : ['package.json']),
	...(place === PRESET ? [] : (git('grep', '-lF', `github.com/${PRESET}`).match(/.+/g) ?? [])),
];
const [, entry = ''] = read('CHANGELOG.md').split(`\n## [${version}] - 2`);

/** What only the owner can fill in, and what belongs to each version. */
const checks = [
	{
		isDone: !readme.includes(UNNAMED) && !description.includes(UNNAMED),
		todo: `Name the service instead of "${UNNAMED}": README.md, package.json`,
	},
	{
		isDone: /\[API documentation\]\(https:\/\//.test(readme),
		todo: 'Link to the API documentation of the service, as [API documentation](https://…): README.md, docs/review.md',
	},
	{
		isDone: !author.email.endsWith('.example') && read('LICENSE').includes(author.name),
		todo: "Enter the author's name and e-mail address: package.json, LICENSE",
	},
	{
		isDone: elsewhere.length === 0,
		todo: `Enter the address of the repository (${place ?? 'git has no remote "origin" at GitHub'}): ${[...new Set(elsewhere)].join(', ')}`,
	},
	{
		isDone: !UNPUBLISHED.test(readme) && !UNPUBLISHED.test(read('docs/administration.md')),
		todo: 'Remove what says that the package is not on npm, then run npm test: README.md, docs/administration.md, test/package/executed.ts',
	},
	{
		isDone: /^- /m.test(entry.split('\n## ')[0]),
		todo: `Describe version ${version} and enter its date instead of "Unreleased": CHANGELOG.md`,
	},
	{
		isDone: tag === undefined || tag === `v${version}`,
		todo: `The tag ${tag} is not v${version}, the version in package.json`,
	},
];

/** What only the owner can do, once, in this order. */
const byHand = [
	'Run the probe against a live site: docs/probe.md.',
	'On GitHub: make the repository public, create the environment "npm", and switch on private vulnerability reporting.',
	'At npmjs.com: create a granular token that bypasses 2FA and may write all packages, as this one does not exist yet. Save it as the secret NPM_TOKEN of the environment.',
	'Push the tag, and wait until the version is on npm.',
	'At npmjs.com: register publish.yml as trusted publisher of the package, with the environment "npm". Delete the token and the secret.',
	'Record a video of five minutes for n8n: credential test, create, get many, update, delete, a wrong choice, a trigger, an agent.',
	'Submit the package: https://creators.n8n.io/nodes.',
];

const open = checks.filter(({ isDone }) => !isDone).map(({ todo }) => `- ${todo}`);
if (open.length > 0) {
	process.exitCode = 1;
	console.log([`Version ${version} is not ready:`, ...open].join('\n'));
} else if (tag === undefined)
	console.log(`Ready. To publish: git tag v${version} && git push origin v${version}`);
if (tag === undefined) {
	const steps = byHand.map((step, index) => `${index + 1}. ${step}`);
	console.log(['\nBy hand, for the first version only, in this order:', ...steps].join('\n'));
}

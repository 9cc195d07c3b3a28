// Checks what must be true before a version is published, for the owner (`npm run release`) and for the workflow that
// publishes it (--tag). The owner also gets the list of what no program can check.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { version, author, repository, description } = JSON.parse(read('package.json'));
const readme = read('README.md');
const { GITHUB_REPOSITORY } = process.env;
const UNNAMED = 'form-based records service';

/** What only the owner can fill in, and what belongs to each version. */
const checks = [
	{
		isDone: !readme.includes(UNNAMED) && !description.includes(UNNAMED),
		todo: `Name the service instead of "${UNNAMED}": README.md, package.json`,
	},
	{
		isDone: /\[API documentation\]\(https:\/\//.test(readme),
		todo: 'Link to the API documentation of the service, as [API documentation](https://…): README.md',
	},
	{
		isDone: !author.email.endsWith('.example'),
		todo: "Enter the author's name and e-mail address: package.json",
	},
	{
		isDone:
			!GITHUB_REPOSITORY || repository.url === `git+https://github.com/${GITHUB_REPOSITORY}.git`,
		todo: `Enter the address of the repository (${GITHUB_REPOSITORY}): package.json, README.md, CHANGELOG.md, both *.node.json files, credentials/RecordsDirectoryApi.credentials.ts`,
	},
	{
		isDone: read('CHANGELOG.md').includes(`[${version}]`),
		todo: `Describe version ${version}: CHANGELOG.md`,
	},
	{
		isDone: tag === undefined || tag === `v${version}`,
		todo: `The tag ${tag} is not v${version}, the version in package.json`,
	},
];

/** What only the owner can do, once. */
const byHand = [
	'Switch on private vulnerability reporting in the settings of the repository: SECURITY.md names it.',
	'In the settings of the repository, which must be public: create the environment "npm".',
	'For the first version: at npmjs.com, create a granular token that bypasses 2FA and may write all packages, as this one does not exist yet. Save it as the secret NPM_TOKEN of the environment.',
	'Remove what says that the package is not on npm: README.md, docs/administration.md.',
	'After it: register publish.yml as trusted publisher of the package at npmjs.com, with the environment "npm". Delete the token and the secret.',
	'Run the probe against a live site: docs/probe.md.',
	'Record a video of five minutes for n8n: credential test, create, get many, update, delete, a wrong choice, a trigger, an agent.',
	'Submit the package: https://creators.n8n.io/nodes.',
];

const open = checks.filter(({ isDone }) => !isDone);
for (const { todo } of open) console.error(`- ${todo}`);
if (open.length > 0) process.exitCode = 1;
else if (tag === undefined)
	console.log(`Ready. To publish: git tag v${version} && git push origin v${version}`);
if (tag === undefined) console.log(['\nBy hand:', ...byHand].join('\n- '));

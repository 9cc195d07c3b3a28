import { type Browser, chromium } from 'playwright-core';

// What would ask for addresses in the internet, or for hardware.
const switches = ['gpu', 'background-networking', 'component-update', 'sync'];

export const startBrowser = (): Promise<Browser> =>
	chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		args: ['--no-sandbox', ...switches.map((name) => `--disable-${name}`)],
	});

import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Context, Hono } from 'hono';

export interface SiteOptions {
	/** Where the API is on this same origin: '' or a path such as '/site'. */
	apiBase: string;
	apiKey: string;
	headerName: string;
	/** How far the site's time zone is ahead of UTC, because the times do not say it. */
	zoneOffsetMinutes?: number;
}

const pageFiles = new URL('./page/', import.meta.url);

const types: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

// Under a path such as /site, the overview is both /site and /site/.
const slash = '/:nothing{.{0}}';

const views = [
	'/',
	slash,
	'/forms/:appsId',
	'/forms/:appsId/add',
	'/forms/:appsId/records',
	'/forms/:appsId/records/:recordId',
	'/forms/:appsId/records/:recordId/edit',
	'/channel',
	'/people',
	'/people/:code',
];

// Records may contain HTML: even if some became markup, no script would run.
const policy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' blob:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

const headers = {
	'Content-Security-Policy': policy,
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cache-Control': 'no-cache',
};

const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function rootOf(context: Context, view: string): string {
	const depth = view === slash ? 0 : view.split('/').filter(Boolean).length;
	const parts = new URL(context.req.url).pathname.split('/').filter(Boolean);
	return parts
		.slice(0, parts.length - depth)
		.map((part) => `/${part}`)
		.join('');
}

/** `UTC`, `UTC+9`, `UTC-3:30`. */
function zoneName(minutes: number): string {
	const size = Math.abs(minutes);
	const rest = size % 60 ? `:${String(size % 60).padStart(2, '0')}` : '';
	return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`;
}

export function mountSite(app: Hono, options: SiteOptions): void {
	const template = readFileSync(new URL('index.html', pageFiles), 'utf8');
	const files = new Set(readdirSync(pageFiles).filter((name) => extname(name) in types));
	const { apiKey, headerName, zoneOffsetMinutes } = options;
	const zone = zoneOffsetMinutes === undefined ? '' : zoneName(zoneOffsetMinutes);
	const shown = { apiKey, headerName, zone, zoneOffsetMinutes };
	const apiBase = new URL(options.apiBase, 'http://localhost').pathname.replace(/\/+$/, '');

	for (const view of views) {
		app.get(view, (context) => {
			const root = rootOf(context, view);
			const settings = attribute(JSON.stringify({ root, apiBase, ...shown }));
			const page = template
				.replaceAll('{{root}}', () => attribute(root))
				.replace('{{settings}}', () => settings);
			return context.html(page, 200, headers);
		});
	}

	app.get('/page/:file', (context) => {
		const file = context.req.param('file');
		if (!files.has(file)) return context.notFound();
		const type = types[extname(file)]!;
		return context.body(readFileSync(new URL(file, pageFiles), 'utf8'), 200, {
			...headers,
			'Content-Type': type,
		});
	});
}

import { notFound } from '../errors.ts';
import type { NoticeCount } from '../notices.ts';
import type { Operation } from '../operation.ts';

export const getNotices: Operation = ({ params, store, dialect, base }) => {
	const code = params.code ?? '';
	if (!store.users.has(code)) throw notFound();
	const shown = store.notices
		.all()(code)
		.filter(({ count }) => count > 0 || dialect.zeroCounts === 'kept');
	if (shown.length === 0 && dialect.noNotices === 'missing') return { status: 200, body: { code } };
	const notices = store.forms
		.list()
		.map((form) => ({
			appsId: String(form.id),
			appsName: form.name,
			icon: { name: form.icon.name, src: `${base}${form.icon.src}` },
			noticeList: shown.filter(({ appsId }) => appsId === form.id).map((one) => entry(one, base)),
		}))
		.filter(({ noticeList }) => noticeList.length > 0);
	return { status: 200, body: { code, notices } };
};

function entry({ appsId, id, label, count }: NoticeCount, base: string) {
	return { id, label, count, url: `${base}/forms/${appsId}/records?filter=${id}` };
}

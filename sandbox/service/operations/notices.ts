import type { Dialect } from '../dialects.ts';
import { notFound } from '../errors.ts';
import type { NoticeCount } from '../notices.ts';
import type { Operation } from '../operation.ts';

export const getNotices: Operation = ({ params, store, dialect, base }) => {
	const code = params.code ?? '';
	const user = store.users.get(code);
	const hasLeft = user?.isRetired === true && dialect.noticesOfRetired === 'notFound';
	if (user === undefined || hasLeft) throw notFound();
	const shown = store.notices
		.all()(code)
		.filter(({ count }) => count > 0 || dialect.zeroCounts === 'kept');
	if (shown.length === 0 && dialect.noNotices === 'missing')
		return { status: 200, body: { code: shownCode(code, dialect) } };
	const notices = store.forms
		.list()
		.map((form) => ({
			appsId: String(form.id),
			appsName: form.name,
			icon: { name: form.icon.name, src: `${base}${form.icon.src}` },
			noticeList: shown.filter(({ appsId }) => appsId === form.id).map((one) => entry(one, base)),
		}))
		.flatMap(({ noticeList, ...application }) => {
			if (noticeList.length > 0) return [{ ...application, noticeList }];
			return dialect.emptyApplications === 'withoutList' ? [application] : [];
		});
	return { status: 200, body: { code: shownCode(code, dialect), notices } };
};

function shownCode(code: string, { noticeCode }: Dialect): string {
	switch (noticeCode) {
		case 'asked':
			return code;
		case 'otherCase':
			return code.toLowerCase();
		case 'otherWidth':
			return code.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
	}
}

function entry({ appsId, id, label, count }: NoticeCount, base: string) {
	return { id, label, count, url: `${base}/forms/${appsId}/records?filter=${id}` };
}

import { KEY, KEY_HEADER, PAGE, RECORDS } from './job';

/** The parameters of n8n's HTTP Request node, as a user enters them. The key goes into a header by hand: the least work. */
export const requestTo = (url: string) => ({
	url,
	sendHeaders: true,
	headerParameters: { parameters: [{ name: KEY_HEADER, value: KEY }] },
});

export const posting = (url: string, jsonBody: string) => ({
	...requestTo(url),
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** Reads all records with the node's own pagination: one item per page. */
export const paged = (url: string) => ({
	...requestTo(url + RECORDS),
	sendQuery: true,
	queryParameters: {
		parameters: [
			{ name: 'limit', value: String(PAGE) },
			{ name: 'order', value: 'recordId:desc' },
		],
	},
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: `={{ $response.body.records.length < ${PAGE} }}`,
			},
		},
	},
});

import { keywordIgnored } from '../../../nodes/RecordsDirectory/core/values/list-parameters';

it('a form that ignores keywords is named, with what to do', () => {
	expect(keywordIgnored(7)).toMatchObject({
		message: "Form 7 ignores 'Keyword' and returns every record",
		advice:
			"In the service, set up search fields in the form's settings. Or remove 'Keyword', and filter the items with a Filter node.",
		subject: "'Keyword'",
	});
});

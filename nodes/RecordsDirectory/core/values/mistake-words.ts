/*
 * The words for each mistake in the input: what is wrong, and on the next line what to do. `<name>` is a fact that the
 * code names. [Brackets] contain what the mistake is about, so that the advice on several mistakes can name it.
 */

const CHECK_FILE = `Check the file in the service. Switch 'Download Files' off to get the comment without its files.`;
const CHOOSE_COLUMNS = `Choose the column of each cell from the list; a row has columns of one table only.`;
const ENTER_COLUMN = `Choose the column from the list, or enter its table and its caption: <known>.`;
const NEEDED_IN_NEW = `A new record needs a value here. Enter one, or add a property of that name to the input item.`;
const QUOTE_NUMBER = `Write it as text, in quotes.`;
const REMOVE_ONE = `Remove one of the two.`;

export const MISTAKES = {
	// What was entered may be the key, in the wrong field. So no message repeats an address, a header or a key.
	credential: {
		addressIsNoUrl: `The 'Base URL' of the credential is not a URL
			Enter the address of your site, for example https://your-site.example.com`,
		addressIsUnencrypted: `The 'Base URL' of the credential must start with https://
			Otherwise the key would be sent unencrypted. http:// is accepted only for the machine that runs n8n (localhost).`,
		addressHasMore: `The 'Base URL' of the credential contains more than an address
			Remove the user name, password, question mark or hash from it. The key has a field of its own.`,
		addressEndsWithApi: `The 'Base URL' of the credential ends with /api
			Remove /api. The nodes add it.`,
		wrongHeader: `The 'API Key Header' of the credential is not a valid header name
			Use letters, digits and hyphens, for example <example>.`,
		wrongKey: `The API key of the credential contains a character that keys do not have
			Copy it again from the authentication settings of the service, without line breaks.`,
		noAppKey: `The credential has no 'API Key', which forms, records and comments need
			Create one in the service under App Settings > Settings > Authentication Settings (Service Integration), and enter it in the credential.`,
		noDirectoryKey: `The credential has no key for organizations, positions, users and notices
			Create one in the service under Administrator Settings > Authentication Settings (Service Integration), and enter it in the credential.`,
		unknownTimeZone: `The 'Time Zone' of the credential is "<name>", which is not an IANA name such as Asia/Tokyo
			Correct it in the credential, or leave it empty.`,
	},
	values: {
		empty: `[<field>] is empty
			Enter a value, or check that the expression finds one.`,
		emptyColumn: `[<field>] is empty
			The service needs a value. Give each input item a property of this name.`,
		emptyOption: `[<field>] is empty
			Enter a value, check that the expression finds one, or remove <field>.`,
		emptyTextOption: `[<field>] is empty
			Enter a value, check that the expression finds one, or remove <field>. For an empty text, the expression must return ''.`,
		notText: `[<field>] is <what>, not text
			Change the expression so that it returns a single value.`,
		notFinite: `[<field>] is <value>, not a usable value
			Check the calculation in the expression.`,
		brokenCharacter: `[<field>] contains a broken character
			The text was cut inside a character such as an emoji. Cut it elsewhere.`,
		tooLong: `[<field>] is <length> characters long; the <taker> accepts up to <most>
			Shorten the text.`,
		tooShort: `[<field>] is too short: <length> of at least <least> characters
			Lengthen the text.`,
		notWhole: `[<field>] is not a whole number: "<value>"
			Enter a number such as <example>.`,
		numberTooLarge: `[<field>] is <value>, too large to be exact
			Enter a smaller number.`,
		idTooLarge: `[<field>] is <value>, too large to be exact
			Enter it as text: a number cannot keep all its digits.`,
		belowMinimum: `[<field>] is <value>; the minimum is <min>
			Enter <min> or more.`,
		aboveMaximum: `[<field>] is <value>; the maximum is <max>
			Enter <max> or less.`,
		notNumber: `[<field>] is not a number: "<value>"
			Use digits and a point, such as 1234.5. Remove thousands separators.`,
		tooManyDecimals: `[<field>] is <value>, with <decimals> decimals; the form accepts <most>
			Round it, for example with {{ (1.25).toFixed(<most>) }}.`,
		notFlag: `[<field>] is neither true nor false
			Switch it on or off.`,
		notChoice: `[<field>] is "<value>", which is not a choice
			The choices are <choices>. In an expression, use the word in parentheses.`,
		notDate: `[<field>] is not a date: "<value>"
			Use a date such as 2027-03-31 or 2027/03/31, or an expression such as {{ $now.plus(1, "year") }}.`,
		notDateTime: `[<field>] is not a date and time: "<value>"
			Use a date and time such as 2027-03-31T09:30:00, or an expression such as {{ $now }}.`,
		notTime: `[<field>] is not a time of day: "<value>"
			Use a time such as 09:30.`,
		yearOutside: `[<field>] is outside the years 1 to 9999 in the time zone <zone>: "<time>"
			Remove the offset to give a time in the time zone of the site, such as 9999-12-31T23:59:59.`,
		notRows: `[<field>] is not a list of rows
			Give a list of objects with <columns>, or add rows by hand.`,
		notRow: `[<row>] is not a row
			Give a list of objects with <columns>.`,
		emptyRow: `[<row>] is empty
			Fill the row, or remove it.`,
		unknownColumns: `[<row>] has unknown names: <names>
			The names are <columns>.`,
		wrongPage: `[The URL in '<label>'] does not lead to a <word>
			Copy the address of the <word>'s page from your browser, or give its ID.`,
		pageOfOtherForm: `[The URL in '<label>'] leads to form <form>, but the chosen form is <chosen>
			Choose form <form>, or copy the address of a record of form <chosen>.`,
		otherRecord: `[Record <record> of form <form>] is not "<seen>"
			Check the number and the form. If the record ID of "<seen>" is not <record>, choose the record from the list, or find it with 'Look Up'.`,
		notInAddress: `['<label>'] is "<text>", which the API cannot use in a URL
			Do this step in the service itself.`,
		passwordFromModel: `['<label>'] cannot be filled in by an AI model
			Enter it, or take it from the workflow by an expression.`,
		emptyFile: `['Input Data Field Names'] names "<name>", and its file is empty
			Attach a file with content, or remove its name.`,
		notBase64: `The content of the file <file> is not base64
			${CHECK_FILE}`,
		shortFile: `The file <file> has <length> bytes, but the service states its size as <size>
			${CHECK_FILE}`,
	},
	json: {
		notJson: `['<label>'] is not valid JSON
			Check quotes and commas, for example {"field-1": "a value"}.`,
		notObject: `['<label>'] is not a JSON object of field IDs and values
			Write it as {"field-1": "a value", "field-2": 12}.`,
		wholeRecord: `['<label>'] contains a whole record, not only its values
			Give what its "record" contains. To set a status, use the option 'Status' of 'Update' or 'Import'.`,
		occursTwice: `"<name>" occurs twice in <where>
			${REMOVE_ONE}`,
		inexact: `[<field>] is <value>, too large to be exact
			${QUOTE_NUMBER}`,
		rounded: `[<field>] contains the number <value>, which would be rounded
			${QUOTE_NUMBER}`,
		manyLevels: `[<field>] has more than <most> levels of lists and objects
			Check what the expression returns.`,
		tooDeep: `A value has too many levels of lists and objects
			Check what the expressions return.`,
	},
	fields: {
		noField: `[The form has no field '<name>']; fields are <fields>
			Choose the field from the list, or find its ID with 'Get Many' of 'Field'.`,
		similarField: `[The form has no field '<name>']; did you mean <fields>?
			Choose the field from the list, or find its ID with 'Get Many' of 'Field'.`,
		noSuchField: `<owner> has no such field: <names>
			Rename or remove the columns, or set 'Unknown Columns' to 'Ignore'.`,
		sameCaption: `[<name>] is the caption of several fields: <ids>
			Use the field ID instead.`,
		givenTwice: `[<field>] is given twice
			${REMOVE_ONE} A caption and a field ID can mean the same field, and spaces around a name do not count. The option 'Detail Rows' counts as the field of its table.`,
		isRequired: `[<fields>] is required and has no value
			${NEEDED_IN_NEW}`,
		areRequired: `[<fields>] are required and have no value
			${NEEDED_IN_NEW}`,
		cleared: `[<field>] is <what> and cannot be cleared
			Enter a value, or leave it out.`,
		noValueInside: `[<field>] has no value, only <what>
			Check what the expression returns. To clear the field, give an empty text.`,
		filesNotWritten: `[<field>] is a field of files or images, and the API cannot write them
			Leave it out. Files can be attached to comments of the record.`,
		listForText: `[<field>] accepts text, and the value is a list
			Join its entries, for example with {{ $json.tags.join(', ') }}.`,
		objectForText: `[<field>] accepts text, and the value is an object
			Give one of its properties, or write it as text with {{ JSON.stringify($json.data) }}.`,
		noChoice: `[<field>] has no choice '<text>'; choices are <choices>
			Use the name of a choice, or its related code.`,
		severalChoices: `[<field>]: "<text>" may mean several choices: <choices>
			Use the name of the choice exactly as the form has it.`,
		takesOneChoice: `[<field>] accepts one choice, not <count>
			Give the name of one choice.`,
		noCode: `[<field>] has a value without a code: <value>
			Give codes such as E0001, or objects such as { "code": "E0001" }.`,
		sameName: `[<field>]: "<name>" matches several: <entries>
			Use the code.`,
		nobody: `[<field>]: "<name>" is neither a code nor a name in the directory
			Enter the whole name, or the code.`,
		cellWithoutColumn: `[<row>] has a cell without a column
			${CHOOSE_COLUMNS}`,
		columnsOfTables: `[<row>] has columns of several tables
			${CHOOSE_COLUMNS}`,
		columnTwice: `[<row>] has a column twice
			${CHOOSE_COLUMNS}`,
		columnOfTables: `['Detail Rows'] has a row with <columns>, which fits several tables: <tables>
			${ENTER_COLUMN}`,
		noSuchColumn: `['Detail Rows'] has a row with <columns>, which fits no detail table of the form
			${ENTER_COLUMN}`,
		noTable: `['Detail Rows'] has a row with <columns>, which fits no detail table of the form
			The form has no detail table. Remove the rows.`,
		noValue: `['<label>'] contains no value
			Add a field with a value, or check that the expressions return a value.`,
		nothingToSend: `There is nothing to send: <reasons>
			Enter a value for a field that can be written.`,
		noProperty: `No property of the input item matches a field of the form
			Name its properties after the captions or field IDs of the form, or map each field manually.`,
		valuesInRecord: `No property of the input item matches a field of the form
			The values of the item are in 'record', as the service returns them. Switch 'Simplify' on in the node that reads the record, or map each field manually.`,
		wouldDuplicate: `The item is record <record> of the form, and the import would create a second one
			To update such records, use 'Create or Update'. To copy them, add the option 'Record ID' and leave it empty.`,
		propertiesOfRecord: `No property of the input item matches a field of the form
			The item has properties of a record: <names>. Rename them, or map each field manually.`,
		noPropertyOfEntry: `No property of the input item matches a field of the operation
			Name its properties after the fields, or map each field manually.`,
	},
	lists: {
		sortWithWindow: `['Sort By (Largest First)'] cannot be used together with '<label>', which gives the newest records first
			Remove 'Sort By (Largest First)', and add a Sort node after this one.`,
		sortNotOutput: `['Sort By (Largest First)'] names "<name>", which is not among the 'Output Field Names or IDs'
			Add "<name>" to 'Output Field Names or IDs', or sort by another field.`,
		sortByTable: `['Sort By (Largest First)'] names <field>, a detail table
			Sort by a field with one value.`,
		keywordIgnored: `Form <form> ignores ['Keyword'] and returns every record
			In the service, set up search fields in the form's settings. Or remove 'Keyword', and filter the items with a Filter node.`,
		noConditionField: `['Field'] is empty
			Choose the field to compare.`,
		conditionNotOutput: `[<field>] is not among the 'Output Field Names or IDs'
			Add <id> to 'Output Field Names or IDs', or remove the condition.`,
		nothingToCompare: `[<field>] has no value to compare with
			Enter a value, or use '<empty>' or '<notEmpty>'.`,
		wrongOperator: `[<field>] cannot be compared by '<operator>'
			Use <operators>.`,
		notComparable: `['Conditions']: record <record> has "<value>" in <field>, which cannot be compared
			If the value is a time in UTC, enter the 'Time Zone' of the site in the credential. Or remove the condition, and add a Filter node after this one.`,
		chooseFirst: `Choose a <word> first
			This list depends on it.`,
	},
	matching: {
		noKeyField: `The form has no key field to match on
			Choose the fields to match on, those that identify existing records.`,
		matchOnTable: `[Records cannot be matched on <field>], a detail table
			Match on a field with one value.`,
		nothingToMatch: `There is no value to match on for [<fields>]
			Enter a value for each field to match on, or match on other fields.`,
		matchNeedsZone: `[<field>] of a record is a time in UTC, and the time zone of the site is not known
			Enter it as 'Time Zone' in the credential, such as Asia/Tokyo, or match on another field.`,
		mayBeSame: `[<fields>] may have the same value as <other>, in another format
			The field type does not show whether it contains text, numbers, dates or users. Give the value exactly as the record has it, or match on another field.`,
		nearlyMatches: `No <what> has [<value>], but <other> differs only in case, spaces or full-width letters
			Correct the item or <other>: otherwise 'Not in Input' returns <other>, too.`,
		matchedTwice: `['Match On'] has <field> twice
			Match on each field once.`,
		sameMatch: `Items <first> and <second> have the same values to match on
			Remove one of them, for example with a Remove Duplicates node.`,
		sameRecord: `Items <first> and <second> name the same record, <record>
			Remove one of them, for example with a Remove Duplicates node.`,
		severalRecords: `Several records match: <records>
			Match on more fields, or correct the records. To change all of them, choose 'Use All' as 'Several Matches' of Update or Delete.`,
		justWritten: `The record was written just now, or may have been, and the service does not list it yet
			Run the item again in a few minutes.`,
		noRecordFound: `No record has <values>
			Correct the values, or create the record first.`,
		tooManyFound: `['Removal Limit'] is <most>, but the run would delete <count>: <records>
			Check the input; if it is right, raise 'Removal Limit'.`,
		severalEntries: `['Match On'] matches several codes: <codes>
			Match on the code, or on more fields.`,
		changedMeanwhile: `Record <record> was changed during the run and no longer matches its item
			Run the whole list again: the node then looks for each record again.`,
		clearsOthers: `The service clears fields that an update does not contain, as an earlier update has shown
			Use 'Update' or 'Create or Update' with the option 'Keep Unmapped Values'.`,
		clearedOthers: `The service cleared or reset fields that the update did not contain: <fields>. They were written back, and the update is undone
			Use 'Update' or 'Create or Update' with the option 'Keep Unmapped Values'.`,
	},
	directory: {
		settingDiffers: `['<label>'] differs from item to item
			All items are processed together. Use one value for all.`,
		sameCode: `['<label>'] is "<code>" in <items>
			Each may occur only once. Keep one of these items, or check the expression.`,
		similarCode: `['Code'] is "<code>", and "<other>" (<place>) differs only in case, spaces or full-width letters
			Use the code exactly as the service has it, in one item only. If the codes belong to different entries, add the new one with 'Create'.`,
		neededInNew: `['<label>'] is empty, and "<code>" is new
			The service needs this value to create the entry. Enter it, or check the code.`,
		noSuchEntry: `['<label>'] is "<code>", but there is no such <word>
			Create the <word> first, or correct the code.`,
		circle: `['Parent Organization'] forms a loop: <codes>
			Correct it so that it leads to the top level.`,
		parentRemoved: `"<parent>" would be removed, and "<code>" is below it
			Add the parent to the input, or exclude it from removal.`,
		tooManyRemovals: `['Removal Limit'] is <most>, but <count> would be removed: <codes>
			Check that the input is the whole list; if it is, raise 'Removal Limit'.`,
		unknownExclusion: `No user, organization or position has the excluded code <codes>
			Correct it, or remove it from the option that excludes it.`,
		listIncomplete: `<count> of the <total> items cannot be used
			A sync needs the whole list. Correct the other errors.`,
		notRemoved: `Not removed because an earlier request failed
			Correct the other errors, and run the node again.`,
	},
	trigger: {
		nothingToShow: `Nothing to show yet
			The service has no data that matches the settings. The trigger still works: it starts the workflow when something changes.`,
		noStatus: `The records of this form have no status
			Switch on the process function of the form in the service, or choose another event.`,
		startInFuture: `['Existing Records Since'] is in the future: <since>
			Enter an earlier time, such as 1970-01-01 for all existing records. Or remove the option to start with new events.`,
		watchedCaption: `['Watched Field Names or IDs'] names '<name>', a caption and not a field ID
			Choose the field from the list, or use <id>.`,
		watchedUnsteady: `['Watched Field Names or IDs'] names <name>, whose value is different every time the record is read
			Choose only fields that change when a user edits the record.`,
		watchedInQuery: `The 'Query' contains <name>, whose changes should trigger the workflow
			Remove <name> from the query: the trigger does not see a record that no longer matches. Check <name> in the workflow instead, for example with an If node.`,
		tooManyRecords: `The form has more than <most> records, more than the trigger can watch
			Watch fewer records: add 'Keyword' or a 'Query' on unwatched fields. Or choose 'Record Updated' without watched fields.`,
		tooManyForDeletions: `The form has too many records to watch for deletions: <count>
			Watch fewer records: add 'Keyword' or 'Query'.`,
		tooManyUsers: `Reading the notices of <users> users takes at least <time>, as triggers use only a part of <limit> requests per 100 seconds
			Choose <most> users at most, or raise 'Requests per 100 Seconds' in the credential if the site allows more.`,
		tooFewRequests: `A trigger needs <least> requests per 100 seconds, but the credential permits <limit>
			Raise 'Requests per 100 Seconds' in the credential if the site allows more.`,
		tooManyEntries: `The list has more than <most> entries, more than the trigger can watch
			Compare lists in a scheduled workflow instead, for example with 'Get Many' and n8n's Compare Datasets node.`,
		massDeletion: `At least <missing> of <known> <what> disappeared at once, more than ['Removal Limit'] (<limit>), so no deletion was emitted
			If they were deleted, add the option 'Removal Limit' with a higher number and publish: the next polls emit them. Otherwise the key has probably lost a permission, a filter hides them, or the service lists fewer. When this is fixed, the next poll continues.`,
		stateDamaged: `n8n's saved data of this node is damaged, so the trigger cannot save its state
			Duplicate the node, delete the original, and publish the workflow. The trigger then starts over from the current state.`,
	},
} as const;

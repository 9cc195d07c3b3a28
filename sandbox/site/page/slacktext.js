import { h, link } from './dom.js';

const parts = /<(https?:[^|>\s]+)(?:\|([^>]*))?>|(https?:\/\/[^\s<>]+)|\*([^*\n]+)\*|`([^`\n]+)`/g;
const escaped = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const plain = (text) => text.replace(/&lt;|&gt;|&amp;/g, (sign) => escaped[sign]);

/** A message's text with the marks that chats use most: links, bold and code. */
export function slackText(text) {
	const nodes = [];
	let last = 0;
	for (const match of text.matchAll(parts)) {
		const [whole, address, label, bare, bold, code] = match;
		nodes.push(plain(text.slice(last, match.index)));
		if (address || bare) nodes.push(link(plain(address ?? bare), plain(label || address || bare)));
		else nodes.push(h(bold ? 'strong' : 'code', {}, plain(bold ?? code)));
		last = match.index + whole.length;
	}
	nodes.push(plain(text.slice(last)));
	return nodes;
}

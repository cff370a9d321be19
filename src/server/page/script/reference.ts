/** The API reference, from the OpenAPI document. */
export const referenceView = String.raw`
async function referenceView() {
  let document_;
  try {
    document_ = await get('/openapi.json', view.signal);
  } catch (error) {
    if (!isOver(error)) show(problemElement(error));
    return;
  }
  const operations = Object.entries(document_.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })));
  const sections = document_.tags.map((one) => {
    const own = operations.filter(({ tags }) => tags.includes(one.name));
    const items = own.map((operation) => ({ operation, element: operationElement(operation, document_) }));
    const id = 'tag-' + one.name;
    const element = el('section', { class: 'card', 'aria-labelledby': id },
      el('div', { class: 'head' }, el('h3', { id }, titleOf(one.name)), el('p', {}, one.description)),
      items.map((item) => item.element));
    return { element, items };
  });
  const found = el('p', { role: 'status' });
  const field = el('input', { type: 'search', placeholder: 'endpoints, POST, certificate …', oninput: () => filter() });
  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, items } of sections) {
      let isShown = false;
      for (const { operation, element: one } of items) {
        const text = [operation.method, operation.path, operation.summary, operation.operationId].join(' ').toLowerCase();
        one.hidden = !words.every((word) => text.includes(word));
        if (!one.hidden) { isShown = true; count += 1; }
      }
      element.hidden = !isShown;
    }
    found.replaceChildren(count === operations.length ? count + ' operations' : count + ' of ' + operations.length + ' operations');
  };
  filter();
  const head = el('div', { class: 'card head' }, el('div', {}, el('h2', {}, document_.info.title), found),
    el('div', { class: 'tools' }, el('label', { class: 'find' }, el('span', { class: 'unseen' }, 'Find operations'), field),
      el('a', { href: '/openapi.json', download: 'openapi.json' }, 'OpenAPI')));
  show(el('div', { class: 'reference' }, head, sections.map(({ element }) => element)));
}

function operationElement(operation, root) {
  const content = el('div', { class: 'op' });
  return el('details', { ontoggle: (event) => {
    // Schemas take a while to draw, and most are never looked at.
    if (event.target.open && !content.firstChild) content.append(...operationParts(operation, root));
  } },
    el('summary', {}, tag(operation.method, methodTones[operation.method]), el('span', { class: 'mono' }, operation.path),
      el('span', { class: 'sum' }, operation.summary)),
    content);
}

function operationParts(operation, root) {
  const command = 'tunnelctl ' + operation.operationId.replaceAll('.', ' ');
  const parts = [operation.description !== operation.summary && el('p', {}, operation.description),
    el('p', {}, el('code', {}, command))].filter(Boolean);
  const parameters = operation.parameters.filter((one) => one.in !== 'header');
  if (parameters.length > 0) {
    parts.push(el('h4', {}, 'Parameters'), el('dl', {}, parameters.map((one) =>
      memberElements(one.name, { ...one.schema, description: one.description }, one.required, root, 0))));
  }
  const body = operation.requestBody && operation.requestBody.content['application/json'];
  if (body) {
    parts.push(el('h4', {}, 'Body'), schemaElement(body.schema, root, 0));
    for (const example of Object.values(body.examples || {})) {
      parts.push(el('h4', {}, example.summary), jsonElement(example.value));
    }
  }
  parts.push(el('h4', {}, 'Answers'));
  for (const [status, response] of Object.entries(operation.responses)) {
    const answer = response.content && status < 400 ? response.content['application/json'].schema : undefined;
    parts.push(el('div', {}, tag(status, statusTone(Number(status))), ' ',
      status < 400 ? response.description : response.description.split('\n\n').map((line) => el('div', {}, line))));
    if (answer) parts.push(schemaElement(answer, root, 0));
  }
  return parts;
}

function resolveSchema(schema, root) {
  if (!schema || !schema.$ref) return schema || {};
  const { $ref, ...own } = schema;
  return { ...$ref.split('/').slice(1).reduce((value, step) => value[step], root), ...own };
}

const deepest = 4;

function schemaElement(given, root, depth) {
  const schema = resolveSchema(given, root);
  const members = Object.entries(schema.properties || {});
  if (members.length === 0) return el('p', { class: 'dim' }, 'an empty object');
  return el('dl', {}, members.map(([name, member]) =>
    memberElements(name, member, (schema.required || []).includes(name), root, depth)));
}

function memberElements(name, given, isRequired, root, depth) {
  const schema = resolveSchema(given, root);
  const item = schema.items ? resolveSchema(schema.items, root) : undefined;
  const inner = item || schema;
  const isRefMember = inner.properties && Object.keys(inner.properties).length === 2 && inner.properties.uri;
  const hasMembers = inner.properties && !isRefMember && depth < deepest;
  return [
    el('dt', {}, name, ' ', el('span', { class: 'dim' }, typeOf(schema, item, isRefMember)), isRequired && el('b', {}, ' required')),
    el('dd', {}, schema.description || '', hasMembers && schemaElement(inner, root, depth + 1)),
  ];
}

function typeOf(schema, item, isRefMember) {
  const named = (one) => one.enum ? one.enum.join(' | ') : isRefMember ? 'Ref' : [one.type].flat().join(' or ') || 'any';
  const type = item ? 'list of ' + named(item) : named(schema);
  const limit = schema['x-max-bytes'] ? ', at most ' + schema['x-max-bytes'] + ' bytes' : '';
  return type + limit + (schema.default !== undefined ? ', default ' + JSON.stringify(schema.default) : '');
}
`;

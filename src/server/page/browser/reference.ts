import { el, jsonElement, methodTag, statusTag } from './elements.ts';
import { type Filter, filterField } from './filter.ts';
import { isOver, problemElement, show } from './frame.ts';
import { type Components, memberElements, type Schema, schemaElement } from './schema.ts';
import { get } from './session.ts';
import { titleOf } from './text.ts';

/** The parts of the service's OpenAPI document that are shown. */
interface OpenApiDocument {
  readonly info: { readonly title: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Components };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  /** By status. */
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Content {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
  };
}

interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The API reference, from the OpenAPI document. */
export async function referenceView(signal: AbortSignal): Promise<void> {
  let api: OpenApiDocument;
  try {
    api = await get<OpenApiDocument>('/openapi.json', signal);
  } catch (error) {
    if (!isOver(error)) show(problemElement(error));
    return;
  }
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
  const sections = api.tags.map(({ name, description }) => {
    const items = operations
      .filter(({ tags }) => tags.includes(name))
      .map((operation) => ({ operation, element: operationElement(operation, api.components.schemas) }));
    const id = `tag-${name}`;
    const head = el('div', { class: 'head' }, el('h3', { id }, titleOf(name)), el('p', {}, description));
    const elements = items.map(({ element }) => element);
    return { element: el('section', { class: 'card', 'aria-labelledby': id }, head, elements), items };
  });
  const found = el('p', { role: 'status' });
  const filter = (passes: Filter = () => true) => {
    let count = 0;
    for (const { element, items } of sections) {
      for (const { operation, element: one } of items) {
        const { method, path, summary, operationId } = operation;
        one.hidden = !passes([method, path, summary, operationId].join(' '));
        if (!one.hidden) count += 1;
      }
      element.hidden = items.every((item) => item.element.hidden);
    }
    const all = `${operations.length} operations`;
    found.replaceChildren(count === operations.length ? all : `${count} of ${all}`);
  };
  const find = filterField('Find operations', 'endpoints, POST, certificate …', filter);
  filter();
  const download = el('a', { href: '/openapi.json', download: 'openapi.json' }, 'OpenAPI');
  const title = el('div', {}, el('h2', {}, api.info.title), found);
  const head = el('div', { class: 'card head' }, title, el('div', { class: 'tools' }, find, download));
  const cards = sections.map(({ element }) => element);
  show(el('div', { class: 'reference' }, head, cards));
}

function operationElement(operation: PlacedOperation, components: Components): HTMLElement {
  const content = el('div', { class: 'op' });
  const summary = el(
    'summary',
    {},
    methodTag(operation.method),
    el('span', { class: 'mono' }, operation.path),
    el('span', { class: 'sum' }, operation.summary),
  );
  const toggle = () => {
    // Schemas take a while to draw, and most are never looked at.
    if (details.open && !content.firstChild) content.append(...operationParts(operation, components));
  };
  const details = el('details', { ontoggle: toggle }, summary, content);
  return details;
}

function operationParts(operation: Operation, components: Components): Element[] {
  const { summary, description, operationId, requestBody, responses } = operation;
  const parts: Element[] = [];
  if (description !== summary) parts.push(el('p', {}, description));
  parts.push(el('p', {}, el('code', {}, `tunnelctl ${operationId.replaceAll('.', ' ')}`)));
  const parameters = operation.parameters.filter((one) => one.in !== 'header');
  if (parameters.length > 0) {
    const members = parameters.map((one) =>
      memberElements(one.name, { ...one.schema, description: one.description }, one.required, components),
    );
    parts.push(el('h4', {}, 'Parameters'), el('dl', {}, members));
  }
  const body = requestBody?.content['application/json'];
  if (body) {
    parts.push(el('h4', {}, 'Body'), schemaElement(body.schema, components));
    for (const example of Object.values(body.examples ?? {})) {
      parts.push(el('h4', {}, example.summary), jsonElement(example.value));
    }
  }
  parts.push(el('h4', {}, 'Answers'));
  for (const [status, { description, content }] of Object.entries(responses)) {
    const isError = Number(status) >= 400;
    const meanings = isError ? description.split('\n\n').map((line) => el('div', {}, line)) : description;
    parts.push(el('div', {}, statusTag(Number(status)), ' ', meanings));
    if (content && !isError) parts.push(schemaElement(content['application/json'].schema, components));
  }
  return parts;
}

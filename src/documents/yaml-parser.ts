import {
  createYamlParser,
  type PlacedYamlDocument,
  type YamlLimits,
} from '../contract/policy/yaml-document.ts';

export { type YamlDocument, type YamlLimits, YamlProblem } from '../contract/policy/yaml-document.ts';

type YamlParser = (text: string, limits: YamlLimits) => PlacedYamlDocument;

let loaded: Promise<YamlParser> | undefined;

/** Loads the parser for policies and seeds. */
export async function loadYamlParser(): Promise<YamlParser> {
  loaded ??= import('yaml').then(createYamlParser);
  return loaded;
}

import { type CliError, usageError } from '../errors/cli-error.ts';
import { nearest, orList } from '../words/did-you-mean.ts';
import { shellWord } from '../words/shell-word.ts';
import { isVerb, singular, verbsGuessed } from '../words/synonyms.ts';
import { childNamed } from './canonical-words.ts';
import { type CommandNode, followWords, leadingWordPlaces, leadingWords } from './command-tree.ts';
import { globalOptions } from './global-option-definitions.ts';
import type { OptionDefinition } from './options.ts';

/**
 * The error for a word that leads nowhere, with the command lines that may have been meant.
 * @param argv the command line, `help` in it where it was asked for
 * @param topics of help
 */
export function unknownCommand(
  root: CommandNode,
  argv: readonly string[],
  topics: readonly string[],
): CliError {
  const words = leadingWords(argv);
  const isHelp = words[0] === 'help';
  const typed = isHelp ? words.slice(1) : words;
  const { node, path } = followWords(root, typed);
  const [unknown = '', ...behind] = typed.slice(path.length);
  const rest = behind.slice(0, countBeforeOptions(argv, words.length - behind.length));
  const program = isHelp ? 'tunnelctl help' : 'tunnelctl';
  const near = [
    ...suggestions(root, node, { path, unknown, rest }),
    ...(isHelp && path.length === 0 ? nearest(unknown, topics).map((topic) => [topic]) : []),
  ];
  const next = near.slice(0, 3).map((line) => [program, ...line.map((word) => shellWord(word))].join(' '));
  const help = ['tunnelctl', ...path, '--help'].join(' ');
  const meant = next.length === 0 ? '' : `; did you mean ${orList(next)}?`;
  return usageError(`unknown command '${unknown}'${meant}`, {
    hint: `${help} shows what it takes`,
    next: [...next, help],
  });
}

/**
 * How many of the words behind the first ones are no option's value. Which options take one, only the command that was
 * meant could say; the global ones are known.
 */
function countBeforeOptions(argv: readonly string[], first: number): number {
  const places = leadingWordPlaces(argv);
  const behind = places.slice(first);
  const start = places[first - 1] ?? 0;
  const option = argv.findIndex(
    (argument, i) => i > start && argument.startsWith('-') && !isGlobal(argument.replace(/=.*/, '')),
  );
  return option < 0 ? behind.length : behind.filter((place) => place < option).length;
}

function isGlobal(name: string): boolean {
  return Object.values<OptionDefinition>(globalOptions).some(({ flags }) =>
    flags.split(/[ ,]+/).includes(name),
  );
}

/** What was typed: words that are known, the one that is not, and what stands behind it. */
interface Typed {
  readonly path: readonly string[];
  readonly unknown: string;
  readonly rest: readonly string[];
}

/** What may have been meant, by the surest way that finds anything. */
function suggestions(root: CommandNode, node: CommandNode, typed: Typed): string[][] {
  const { path, unknown, rest } = typed;
  const ways = [
    () => commandFirst(root, typed),
    () =>
      verbsGuessed(unknown).flatMap((verb) => (node.children.has(verb) ? [[...path, verb, ...rest]] : [])),
    () => (path.length === 0 ? verbFirst(root, typed) : []),
    () => elsewhere(node, typed),
    () => nearest(unknown, node.children.keys()).map((near) => reach(root, [...path, near], rest)),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** `endpoints edit` as `edit endpoints`, where the word is a command of ours that takes what stands before it. */
function commandFirst(root: CommandNode, { path, unknown, rest }: Typed): string[][] {
  const own = root.children.get(unknown);
  if (own === undefined || path.length === 0) return [];
  return followWords(own, path).path.length === path.length ? [[unknown, ...path, ...rest]] : [];
}

/** `list endpoints` as `endpoints list`. */
function verbFirst(root: CommandNode, { unknown, rest }: Typed): string[][] {
  const verbs = [unknown, ...verbsGuessed(unknown)];
  const [word = '', ...more] = rest;
  const direct = follow(root, rest);
  const groups =
    direct.path.length > 0 ? [direct] : placesOf(root, word).map((place) => ({ ...place, rest: more }));
  return groups.flatMap(({ node, path, rest: ids }) => {
    const verb = verbs.find((one) => node.children.has(one));
    if (verb === undefined) return isVerb(unknown) ? [[...path]] : [];
    // As in kubectl, `get endpoints` asks for all of them.
    const isList = verb === 'get' && ids.length === 0 && node.children.has('list');
    return [[...path, isList ? 'list' : verb, ...ids]];
  });
}

/** A word that is part of what something is called further down: `users` as `app users`. */
function elsewhere(node: CommandNode, { path, unknown, rest }: Typed): string[][] {
  // Too many things can be deleted.
  if (isVerb(unknown)) return [];
  return placesOf(node, unknown).map((place) => reach(place.node, [...path, ...place.path], rest, true));
}

/** The words with those of the rest that lead on from there. */
function reach(
  from: CommandNode,
  words: readonly string[],
  rest: readonly string[],
  isThere = false,
): string[] {
  const start = isThere ? from : followWords(from, words).node;
  const { path, node, rest: left } = follow(start, rest);
  return [...words, ...path, ...(node.children.size === 0 ? left : [])];
}

/** How far words lead, synonyms among them. */
function follow(start: CommandNode, words: readonly string[]) {
  let node = start;
  const path: string[] = [];
  for (const word of words) {
    const child = childNamed(node, word);
    if (child === undefined) break;
    node = child;
    path.push(child.word);
  }
  return { node, path, rest: words.slice(path.length) };
}

interface Place {
  readonly node: CommandNode;
  readonly path: readonly string[];
}

/** The groups of verbs, and the commands of our own, that have a word in their names; those with the fewest others. */
function placesOf(start: CommandNode, word: string): Place[] {
  const typed = parts(word);
  const found = namedBelow(start, []).flatMap((place) => {
    const parted = place.path.flatMap(parts);
    const at = parted.findIndex((_, i) => typed.every((part, j) => isPart(parted[i + j], part)));
    return at < 0 ? [] : [{ place, more: parted.length - typed.length }];
  });
  const least = Math.min(...found.map(({ more }) => more));
  return found.flatMap(({ place, more }) => (more === least ? [place] : []));
}

function namedBelow(node: CommandNode, path: readonly string[]): Place[] {
  return [...node.children.values()].flatMap((child) => {
    const place = { node: child, path: [...path, child.word] };
    const isVerbOfResource = node.resource !== undefined;
    const isNamed = !isVerbOfResource && (child.local !== undefined || hasVerbs(child));
    return [...(isNamed ? [place] : []), ...namedBelow(child, place.path)];
  });
}

function hasVerbs({ children }: CommandNode): boolean {
  return [...children.values()].some((child) => child.children.size === 0);
}

function parts(word: string): string[] {
  return word.toLowerCase().split(/[-_]/).map(singular);
}

/** Whether somebody who typed a part may have meant this one: `cert` for `certificate`. */
function isPart(meant: string | undefined, typed: string): boolean {
  return meant === typed || (typed.length >= 3 && meant?.startsWith(typed) === true);
}

/** One sample of an exposition. */
export interface PrometheusSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? ([+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

/**
 * Reads Prometheus' text format by its rules, and throws at what departs from them: lines, help and type before the
 * samples of a metric, which stand together; no sample twice; histograms with all of their parts, counting up.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function readExposition(text: string): PrometheusSample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const samples: PrometheusSample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const help = HELP.exec(line);
    const type = TYPE.exec(line);
    const sample = SAMPLE.exec(line);
    if (help) {
      current = help[1] as string;
      if (types.has(current)) throw new Error(`${current} is told in two places`);
    } else if (type) {
      if (type[1] !== current) throw new Error(`${line} follows no help of its own`);
      types.set(current, type[2] as string);
    } else if (sample) {
      const [, name = '', labels = '', value = ''] = sample;
      const isOfHistogram = types.get(current) === 'histogram' && /_(bucket|sum|count)$/.test(name);
      const metric = isOfHistogram ? name.replace(/_(bucket|sum|count)$/, '') : name;
      if (metric !== current || !types.has(current)) throw new Error(`${line} is not of ${current}`);
      if (types.get(current) === 'counter' && !name.endsWith('_total')) throw new Error(`${name}: no _total`);
      if (seen.has(`${name}{${labels}}`)) throw new Error(`${line} is there twice`);
      seen.add(`${name}{${labels}}`);
      samples.push({
        name,
        labels: readLabels(labels),
        value: value.endsWith('Inf') ? Infinity : Number(value),
      });
    } else throw new Error(`cannot read the line: ${line}`);
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, samples);
  return samples;
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    if (!match) throw new Error(`cannot read the labels: ${text}`);
    labels[match[1] as string] = (match[2] as string).replace(/\\(.)/g, (_, c) => (c === 'n' ? '\n' : c));
  }
  return labels;
}

function checkHistogram(name: string, samples: readonly PrometheusSample[]): void {
  const series = new Map<string, PrometheusSample[]>();
  for (const sample of samples.filter((one) => one.name === `${name}_bucket`)) {
    const { le, ...labels } = sample.labels;
    if (le === undefined) throw new Error(`a bucket of ${name} has no bound`);
    const key = JSON.stringify(labels);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const [key, buckets] of series) {
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)));
    if (bounds.some((bound, i) => i > 0 && !(bound > (bounds[i - 1] ?? 0))))
      throw new Error(`${name}: bounds`);
    if (bounds.at(-1) !== Infinity) throw new Error(`${name} has no last bucket`);
    if (buckets.some(({ value }, i) => i > 0 && value < (buckets[i - 1]?.value ?? 0)))
      throw new Error(`${name}: buckets do not count up`);
    for (const part of ['sum', 'count']) {
      const own = samples.filter(
        (one) => one.name === `${name}_${part}` && JSON.stringify(one.labels) === key,
      );
      if (own.length !== 1) throw new Error(`${name} has no ${part} for ${key}`);
      if (part === 'count' && own[0]?.value !== buckets.at(-1)?.value)
        throw new Error(`${name}: counts differ`);
    }
  }
}

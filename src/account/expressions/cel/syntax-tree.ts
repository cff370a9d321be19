/** The CEL library. */
export type Cel = typeof import('@bufbuild/cel');
/** The syntax tree of a CEL expression. */
export type Expression = ReturnType<Cel['parse']>['expr'];

/** What one kind of node holds: a call, a list. */
export type KindOf<Case extends Expression['exprKind']['case']> = Extract<
  Expression['exprKind'],
  { case: Case }
>['value'];

/** The expressions of which an expression is made. */
export function partsOf({ exprKind }: Expression): Expression[] {
  switch (exprKind.case) {
    case 'selectExpr':
      return present([exprKind.value.operand]);
    case 'callExpr':
      return present([exprKind.value.target, ...exprKind.value.args]);
    case 'listExpr':
      return exprKind.value.elements;
    case 'structExpr':
      return present(exprKind.value.entries.flatMap((entry) => [keyOf(entry), entry.value]));
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
      return present([iterRange, accuInit, loopCondition, loopStep, result]);
    }
    default:
      return [];
  }
}

/** The key of an entry of a map; undefined where it is the member of a message. */
export function keyOf({ keyKind }: KindOf<'structExpr'>['entries'][number]): Expression | undefined {
  return keyKind.case === 'mapKey' ? keyKind.value : undefined;
}

function present(parts: readonly (Expression | undefined)[]): Expression[] {
  return parts.filter((part) => part !== undefined);
}

/** `req.url.path`: the names that an expression is made of; undefined for one with anything else in it. */
export function qualifiedName(expression: Expression): string | undefined {
  const fields: string[] = [];
  let { exprKind } = expression;
  while (exprKind.case === 'selectExpr' && exprKind.value.operand && !exprKind.value.testOnly) {
    fields.unshift(exprKind.value.field);
    exprKind = exprKind.value.operand.exprKind;
  }
  return exprKind.case === 'identExpr' ? [exprKind.value.name, ...fields].join('.') : undefined;
}

/** The text of a literal; undefined for anything else. */
export function constantText(expression: Expression | undefined): string | undefined {
  if (expression?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = expression.exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : undefined;
}

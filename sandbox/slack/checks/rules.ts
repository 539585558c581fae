import { isObject } from "../json.ts";
import type { Surface } from "../limits.ts";

/** Collects what is wrong with one message or view, in the words and pointers Slack answers with. */
export type Check = {
  readonly surface: Surface;
  readonly messages: string[];
  fail(at: string, message: string): void;
};

export type Rule = (value: unknown, at: string, check: Check) => void;

export function createCheck(surface: Surface): Check {
  const messages: string[] = [];
  return {
    surface,
    messages,
    fail: (at, message) => void messages.push(`[ERROR] ${message} [json-pointer:${at}]`),
  };
}

export const boolean: Rule = (value, at, check) => {
  if (typeof value !== "boolean") check.fail(at, "must be a boolean");
};

export function integer({ min, max }: { readonly min: number; readonly max: number }): Rule {
  return (value, at, check) => {
    if (!Number.isInteger(value)) check.fail(at, "must be an integer");
    else if (Number(value) < min || Number(value) > max) check.fail(at, `must be between ${min} and ${max}`);
  };
}

export function string({
  min = 0,
  max = Number.POSITIVE_INFINITY,
  pattern,
  problem,
}: {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What else is wrong with it, or null. */
  readonly problem?: (value: string) => string | null;
}): Rule {
  return (value, at, check) => {
    if (typeof value !== "string") return check.fail(at, "must be a string");
    const more = problem?.(value) ?? null;
    if (value.length < min) check.fail(at, `must be more than ${min - 1} characters`);
    else if (value.length > max) check.fail(at, `must be less than ${max + 1} characters`);
    else if (pattern !== undefined && !pattern.test(value)) check.fail(at, "has a wrong format");
    else if (more !== null) check.fail(at, more);
  };
}

export function oneOf(...allowed: readonly (string | number)[]): Rule {
  return (value, at, check) => {
    if (!allowed.some((one) => one === value)) check.fail(at, `must be one of ${allowed.join(", ")}`);
  };
}

export function list(
  rule: Rule,
  { min = 1, max = Number.POSITIVE_INFINITY }: { readonly min?: number; readonly max?: number } = {},
): Rule {
  return (value, at, check) => {
    if (!Array.isArray(value)) return check.fail(at, "must be an array");
    if (value.length < min) check.fail(at, `no fewer than ${min} items allowed`);
    if (value.length > max) check.fail(at, `no more than ${max} items allowed`);
    value.forEach((item, index) => {
      rule(item, `${at}/${index}`, check);
    });
  };
}

export type Fields = { readonly [key: string]: Rule };

/** An object with these fields and no others. `type` is always allowed: whoever chose the rule has read it. */
export function object(required: Fields, optional: Fields = {}, ...more: readonly Rule[]): Rule {
  return (value, at, check) => {
    if (!isObject(value)) return check.fail(at, "must provide an object");
    for (const key of Object.keys(required)) {
      if (value[key] === undefined) check.fail(at, `missing required field: ${key}`);
    }
    for (const [key, held] of Object.entries(value)) {
      if (held === undefined || key === "type") continue;
      const rule = own(required, key) ?? own(optional, key);
      if (rule === undefined) check.fail(`${at}/${key}`, `invalid additional property: ${key}`);
      else rule(held, `${at}/${key}`, check);
    }
    for (const rule of more) rule(value, at, check);
  };
}

/** A type or property named `constructor` must not find what every object inherits. */
function own(rules: Fields, key: string): Rule | undefined {
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}

/** The rule for the object's own `type`. */
export function byType(rules: { readonly [type: string]: Rule }, what: string): Rule {
  return (value, at, check) => {
    if (!isObject(value)) return check.fail(at, "must provide an object");
    const type = String(value["type"]);
    const rule = own(rules, type);
    if (rule === undefined) check.fail(at, `unsupported ${what} type: ${type}`);
    else rule(value, at, check);
  };
}

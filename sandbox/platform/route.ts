import { z } from "zod";
import { notFound, validationError } from "./api-error.ts";
import type { PlatformState } from "./state.ts";

/** Says how the carrier side takes a message that is itself in order; absent: it is accepted. */
type Registration = { statusCode: string; statusMessage: string };

type Context = { state: PlatformState; now: Date; signed: boolean; registration?: Registration };

export type Call<Body, Query> = Context & { id: string; body: Body; query: Query };

/** What a request holds besides its route: `id` is the path parameter, empty where the path has none. */
type RouteInput = { id: string; body: unknown; query: Record<string, string> };

export type Route = {
  method: string;
  /** Path segments; `:id` stands for the parameter. */
  segments: readonly string[];
  authentication: "required" | "optional";
  /** Validates (throws a 400 ApiError naming the fields) and returns the act, which may refuse in turn. */
  prepare(input: RouteInput): (context: Context) => unknown;
};

type RouteSpec<Body, Query> = {
  method: string;
  path: string;
  authentication?: "required" | "optional";
  body: z.ZodType<Body>;
  query: z.ZodType<Query>;
  run(call: Call<Body, Query>): unknown;
};

/** The schema of a route that takes no body. */
export const noBody = z.undefined();
/** The schema of a route that takes no query parameter. */
export const noQuery = z.strictObject({});

const defaultLimit = "20";
const digits = z.string().regex(/^\d{1,9}$/, "must be a whole number");

/** The query parameters of a list by offset: offset from 0, limit 1 to 500, default 20. */
export const offsetQuery = {
  offset: digits.default("0").transform(Number),
  limit: digits.default(defaultLimit).transform(Number).pipe(z.number().min(1).max(500)),
};

/** Makes a route whose body and query are parsed by its schemas before it runs. */
export function createRoute<Body, Query>(spec: RouteSpec<Body, Query>): Route {
  return {
    method: spec.method,
    segments: spec.path.split("/").slice(1),
    authentication: spec.authentication ?? "required",
    prepare(input) {
      const query = parse(spec.query, input.query, "query");
      const body = parse(spec.body, input.body, "body");
      return (context) => spec.run({ ...context, id: input.id, body, query });
    },
  };
}

/** Finds the route of a method and a path, with the path's parameter. Throws 404 ResourceNotFound. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } {
  const segments = path.split("/").slice(1);
  for (const route of routes) {
    const id = matchSegments(route.segments, segments);
    if (route.method === method && id !== null) return { route, id };
  }
  throw notFound(`${method} ${path}`);
}

/** The parameter (empty when the pattern has none), or null when the path is another one. */
function matchSegments(pattern: readonly string[], segments: readonly string[]): string | null {
  if (pattern.length !== segments.length) return null;
  let id = "";
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected === ":id") id = decodeSegment(segment);
    else if (expected !== segment) return null;
  }
  return pattern.includes(":id") && id === "" ? null : id;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error.issues.map((issue) => renderIssue(issue, where)).join("; "));
}

function renderIssue(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .map((key) => `${[path, key].filter(Boolean).join(".")} is not a known field`)
      .join("; ");
  }
  return `${path || where}: ${issue.message}`;
}

/** app.ts without one feature: neither its import nor its entry in the list of features. */
export function withoutFeature(source: string, feature: string): string {
  const line = new RegExp(`^import \\{ (\\w+) \\} from "\\./features/${feature}/index\\.ts";\\n`, "m");
  const name = line.exec(source)?.[1];
  if (name === undefined) throw new Error(`app.ts does not import ${feature} in a line of its own`);
  const rest = source.replace(line, "").replace(new RegExp(`^  ${name},\\n`, "m"), "");
  if (new RegExp(`\\b${name}\\b`).test(rest))
    throw new Error(`app.ts names ${name} elsewhere than in the list of features`);
  return rest;
}

/** Where an operator's command of a feature lives, and goes with it. */
export function commandOf(feature: string): string {
  return `src/app/${feature}-command.ts`;
}

/** main.ts without that command; as it is where the feature has none. */
export function withoutCommand(source: string, feature: string): string {
  const rest = source.replace(new RegExp(`^async function ${feature}\\(\\).*?^}\n\n`, "ms"), "");
  return rest.replace(new RegExp(`(?<=commands: .*\\{.*)\\b${feature}, `), "");
}

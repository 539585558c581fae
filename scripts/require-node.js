// Plain JavaScript on purpose: it has to run on the old Node that it complains about.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `This runs on Node 24 or newer, and this is Node ${process.versions.node}: ` +
      "install Node 24, or in a checkout run `npm ci` without --ignore-scripts, which brings its own, and start by npm " +
      "or by node_modules/.bin/node.",
  );
  process.exit(1);
}

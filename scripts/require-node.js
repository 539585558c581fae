// Plain JavaScript on purpose: it has to run on the old Node that it complains about.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `This project runs on Node 24 or newer, and this is Node ${process.versions.node}.\n` +
      "`npm ci` brings its own Node 24 when install scripts may run; they were switched off here.\n" +
      "Run `npm ci` without --ignore-scripts, or install Node 24.",
  );
  process.exit(1);
}

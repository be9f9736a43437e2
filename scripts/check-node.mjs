// The scripts run on the Node that comes with the dependencies (node_modules/.bin/node). npm leaves an optional
// dependency out in silence when it does not fit the platform, so the version is checked here, where it can be said.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(`Patchbay needs Node 24.11 or newer and found ${process.versions.node}. `
    + 'On Linux (x64, arm64) it is installed with the dependencies; elsewhere install Node 24 first.\n')
  process.exit(1)
}

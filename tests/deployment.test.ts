import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { readEnvironment } from "#server/config.ts";
import { readCommand } from "#server/embedded/stellar/command-line.ts";
import { withSecretFiles } from "#server/secret-files.ts";

/** What is looked at of a service of `compose.yaml`. */
interface Service {
  readonly image: string;
  readonly read_only: boolean;
  readonly user: string;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly restart: string;
  readonly deploy: { readonly resources: { readonly limits: object } };
  readonly healthcheck?: { readonly start_period: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, object>>;
}

const ROOT = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "astrolabe-deployment-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const compose = parse(read("compose.yaml"), { merge: true });
const dockerfile = read("Dockerfile");
const caddyfile = read("ops/caddy/Caddyfile");
const unit = read("ops/systemd/astrolabe@.service");
const handbook = read("docs/operating.md");
const { version, dependencies } = JSON.parse(read("package.json"));
const services: readonly (readonly [string, Service])[] = Object.entries<Service>(compose.services);

/** What the file asks the operator to say, said. */
const SAID: Readonly<Record<string, string>> = {
  PUBLIC_URL: "https://wallet.example.org",
  STELLAR_RPC_URL: "https://rpc.example.org",
  STELLAR_HORIZON_URL: "https://horizon.example.org",
  STELLAR_NETWORK_PASSPHRASE: "A network",
};
const SECRETS: Readonly<Record<string, string>> = {
  session_key: "ab".repeat(32),
  mongodb_url: "mongodb://mongo:27017/astrolabe?replicaSet=rs0",
  smtp_url: "smtps://mail.example.org",
  admin_password: "a password of its own",
  metrics_token: "a-token-of-twenty-characters",
  backup_key: "cd".repeat(32),
};

function filled(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (whole, name: string, rest: string | undefined) =>
    whole.includes(":-") ? (SAID[name] ?? rest ?? "") : (SAID[name] ?? ""),
  );
}

/** The variables of a Dockerfile's last stage. */
function imageEnvironment(): Record<string, string> {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  return Object.fromEntries(
    [...last.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) => line.split(" ").map((each) => each.split("="))),
  );
}

function serverEnvironment(): Record<string, string> {
  const given = Object.entries<string>(compose.services.server.environment).map(([name, value]) => {
    const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
    if (secret === undefined || SECRETS[secret] === undefined) return [name, filled(value)];
    const path = join(folder, secret);
    writeFileSync(path, SECRETS[secret]);
    return [name, path];
  });
  return { ...imageEnvironment(), ...Object.fromEntries(given) };
}

test("the servers' settings are settings, and complete for production", () => {
  const environment = serverEnvironment();
  const settled = readEnvironment(withSecretFiles(environment));
  expect(settled).toMatchObject({ isProduction: true, host: "0.0.0.0", port: 3000, publicUrl: SAID["PUBLIC_URL"] });
  expect(settled.mongodbUrl).toBe(SECRETS["mongodb_url"]);
  const { folder: backups } = settled.backup;
  expect(compose.services.server.volumes).toContain(`backups:${backups}`);
  expect(dockerfile).toMatch(new RegExp(`install -d .* -o node .* ${backups}$`, "m"));
  // A backup is read at one moment for longer than the five minutes that MongoDB keeps.
  expect(compose.services.mongo.command).toContain("--setParameter=minSnapshotHistoryWindowInSeconds=1800");
  const names = Object.keys(environment).map((name) => (name === "VAULT_KEY_FILE" ? name : name.replace(/_FILE$/, "")));
  const known = names.filter((name) => environment[name] !== "" && name !== "MALLOC_ARENA_MAX");
  expect(settled.given.toSorted()).toEqual(known.toSorted());
});

test.each(services)("%s is pinned, bounded, watched, and no more than it has to be", (name, service) => {
  expect(service.image).toMatch(/:v?\d+\.\d+\.\d+$/);
  expect(service.read_only).toBe(true);
  expect(service.user).not.toMatch(/^(root|0)\b/);
  expect(service.cap_drop).toEqual(["ALL"]);
  expect(service.security_opt).toContain("no-new-privileges:true");
  expect(service.restart).toBe("unless-stopped");
  expect(service.deploy.resources.limits).toMatchObject({ cpus: expect.any(String), memory: expect.any(String) });
  const isWatched =
    name === "server" ? /HEALTHCHECK .*--start-period=/.test(dockerfile) : service.healthcheck?.start_period;
  expect(isWatched).toBeTruthy();
});

test("what services name is there", () => {
  for (const [, service] of services) {
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const network of service.networks) expect(compose.networks).toHaveProperty(network);
    for (const needed of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(needed);
    for (const mount of service.volumes ?? []) {
      const [source = ""] = mount.split(":");
      if (source.startsWith("./")) expect(existsSync(join(ROOT, source)), source).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    }
    const told = JSON.stringify([service.environment, service.command, service.entrypoint, service.healthcheck]);
    for (const [, secret] of told.matchAll(/\/run\/secrets\/(\w+)/g)) expect(service.secrets).toContain(secret);
  }
  for (const [name, { file }] of Object.entries<{ file: string }>(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    expect(handbook).toContain(`> ${name}`);
  }
  expect(read(".gitignore")).toContain("/secrets/");
});

test("the database and what people may not reach are on networks without a way out", () => {
  expect(compose.services.mongo.networks.every((name: string) => compose.networks[name].internal)).toBe(true);
  expect(compose.services.prometheus.networks.every((name: string) => compose.networks[name].internal)).toBe(true);
  const open = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
  expect(open).toEqual(["proxy 80:80", "proxy 443:443", "proxy 443:443/udp", "grafana 127.0.0.1:3001:3000"]);
});

test("the embedded network is a service of its own, by a profile, that nothing but the servers reaches", () => {
  const { stellar, server } = compose.services;
  expect(stellar.profiles).toEqual(["stellar"]);
  expect(stellar.image).toBe(server.image);
  expect(stellar.ports).toBeUndefined();
  expect(stellar.networks).toEqual(["back"]);
  const [program, script, ...flags] = stellar.command;
  expect(program).toBe("node");
  expect(existsSync(join(ROOT, script))).toBe(true);
  const { host, port, hostNames, directory } = readCommand(flags.map(filled)).server;
  expect({ host, port, hostNames }).toEqual({ host: "0.0.0.0", port: 8000, hostNames: ["stellar"] });
  expect(stellar.volumes).toEqual([`stellar:${directory}`]);
  const told = handbook.slice(handbook.indexOf("COMPOSE_PROFILES=stellar"));
  const lines = [...told.slice(0, told.indexOf("```")).matchAll(/^(STELLAR_\w+)=(.+)$/gm)].map(([, ...line]) => line);
  const said = Object.fromEntries(lines);
  for (const url of [said["STELLAR_RPC_URL"], said["STELLAR_HORIZON_URL"], said["STELLAR_FRIENDBOT_URL"]])
    expect(new URL(url ?? "").host).toBe(`stellar:${port}`);
  const settled = readEnvironment(withSecretFiles({ ...serverEnvironment(), ...said }));
  expect(settled.stellarPassphrase).toBe(readCommand(["--data", "d"]).server.passphrase);
});

test("proxy, scraper and servers agree on names, ports, networks and the token", () => {
  const { environment, deploy } = compose.services.server;
  expect(deploy.replicas).toBe(2);
  expect(environment.TRUSTED_PROXIES).toBe(compose.networks.front.ipam.config[0].subnet);
  expect(compose.services.proxy.networks).toContain("front");
  expect(caddyfile).toMatch(/dynamic a server 3000\b/);
  expect(dockerfile).toMatch(/^EXPOSE 3000$/m);
  const [scrape] = parse(read("ops/prometheus/prometheus.yaml")).scrape_configs;
  expect(scrape.dns_sd_configs[0]).toMatchObject({ names: ["server"], port: Number(environment.METRICS_PORT) });
  expect(scrape.authorization.credentials_file).toBe(environment.METRICS_TOKEN_FILE);
  const rules = compose.services.prometheus.volumes.map((mount: string) => mount.split(":")[1]);
  for (const file of parse(read("ops/prometheus/prometheus.yaml")).rule_files) expect(rules).toContain(file);
  const source = parse(read("ops/grafana/provisioning/datasources/prometheus.yaml")).datasources[0];
  expect(compose.services).toHaveProperty(new URL(source.url).hostname);
  const [{ options }] = parse(read("ops/grafana/provisioning/dashboards/astrolabe.yaml")).providers;
  expect(compose.services.grafana.volumes.join("\n")).toContain(`${options.path}/astrolabe.json`);
});

test("the image has the Node that the project pins, and copies what is there", () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`node:${dependencies.node}-trixie-slim`]));
  expect(compose.services.server.image).toBe(`astrolabe:${version}`);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").slice(0, -1),
  );
  for (const path of copied) expect(existsSync(join(ROOT, path)), path).toBe(true);
  const ignored = read(".dockerignore").trim().split("\n");
  for (const path of ["schemas", "sync-server", "pwa", "build", "package.json"]) expect(ignored).not.toContain(path);
  expect(ignored).toEqual(expect.arrayContaining([".env", "secrets", "data", ".git"]));
  const probe = /fetch\('http:\/\/127\.0\.0\.1:3000(\/[a-z]+)'\)/.exec(dockerfile)?.[1];
  expect(probe).toBe(ENDPOINTS.ready.path);
  expect(existsSync(join(ROOT, /^CMD \["node", "(.+)"\]$/m.exec(dockerfile)?.[1] ?? "nothing"))).toBe(true);
});

test("the unit's settings are settings, its script is there, and its secrets are given", () => {
  const said = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" "));
  const environment = Object.fromEntries(said.map((each) => each.split("=")));
  const credentials = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name ?? "");
  for (const [name, value] of Object.entries<string>(environment))
    if (name.endsWith("_FILE")) {
      const secret = value.replace("%d/", "");
      expect(credentials).toContain(secret);
      environment[name] = join(folder, secret);
      writeFileSync(join(folder, secret), SECRETS[secret] ?? "");
    }
  const complete = {
    ...environment,
    ...SAID,
    PORT: "3000",
    VAULT_PROVIDER: "file",
    VAULT_KEY_FILE: "/etc/astrolabe/vault_keys",
  };
  const { given } = readEnvironment(withSecretFiles(complete));
  for (const name of Object.keys(environment).map((each) => each.replace(/_FILE$/, "")))
    if (name !== "MALLOC_ARENA_MAX") expect(given).toContain(name);
  expect(unit).toMatch(/^ExecStart=\/opt\/astrolabe\/node_modules\/\.bin\/node sync-server\/main\.ts$/m);
});

test("every alarm is in the handbook or says itself what to do", () => {
  const rules = parse(read("ops/alerts.yaml")).groups[0].rules;
  expect(rules.length).toBeGreaterThan(20);
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.description, alert).toMatch(/[.]$/);
    if (labels.severity === "critical" && alert !== "ServerGone") expect(handbook).toContain(`\`${alert}\``);
  }
  const alarms = new Set(rules.map(({ alert }: { alert: string }) => alert));
  const table = handbook.slice(handbook.indexOf("## When something is wrong")).match(/^\|[^|]*\|/gm) ?? [];
  expect(table.length).toBeGreaterThan(0);
  for (const [, named = ""] of table.join("\n").matchAll(/`([A-Z][A-Za-z]+)`/g)) expect(alarms).toContain(named);
});

/** The tools' own judgement, where a machine has them. */
const JUDGES: readonly (readonly [tool: string, args: readonly string[], env: Readonly<Record<string, string>>])[] = [
  ["promtool", ["check", "rules", "ops/alerts.yaml"], {}],
  ["promtool", ["check", "config", "--syntax-only", "ops/prometheus/prometheus.yaml"], {}],
  [
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", "ops/caddy/Caddyfile"],
    { SITE_ADDRESS: "https://wallet.example.org" },
  ],
  ["docker-compose", ["--file", "compose.yaml", "config", "--quiet"], { ...SAID }],
  ["docker-compose", ["--file", "compose.yaml", "--profile", "stellar", "config", "--quiet"], { ...SAID }],
];

test.each(JUDGES)("%s %j finds nothing wrong", (tool, args, env) => {
  const judged = spawnSync(tool, args, { cwd: ROOT, env: { ...process.env, HOME: folder, ...env }, encoding: "utf8" });
  if (judged.error) return console.warn(`NOT JUDGED: there is no ${tool} on this machine`);
  expect(judged.status, judged.stderr + judged.stdout).toBe(0);
});

test("systemd finds nothing wrong with the unit", () => {
  // Of a build that is here: it says so where a program is not there.
  const path = join(folder, "astrolabe@.service");
  writeFileSync(path, unit.replaceAll("/opt/astrolabe", ROOT));
  const judged = spawnSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" });
  if (judged.error) return console.warn("NOT JUDGED: there is no systemd-analyze on this machine");
  // What it does not know it tells, and goes on.
  expect(judged.stderr.split("\n").filter((line) => line.includes("astrolabe@"))).toEqual([]);
  expect(judged.status, judged.stderr).toBe(0);
});

test("there is a unit for each kind of server, and nothing else", () => {
  expect(globSync("ops/systemd/*", { cwd: ROOT })).toEqual(["ops/systemd/astrolabe@.service"]);
});

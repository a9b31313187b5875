import { existsSync, readFileSync } from 'node:fs';
import { at } from '../workspace.mjs';

const names = ['preinst', 'postinst', 'prerm', 'postrm'];

/**
 * The maintainer scripts of a component from `debian/`. Lines such as `#START unit#` stand for the steps that are the same
 * in every package; they follow those of debhelper.
 * @param {string} component
 * @returns {Record<string, string>}
 */
export function maintainerScripts(component) {
  const folder = at('tools/package/debian', component);
  const present = names.filter((name) => existsSync(`${folder}/${name}`));
  return Object.fromEntries(present.map((name) => [name, expand(readFileSync(`${folder}/${name}`, 'utf8'))]));
}

/** @param {string} script */
function expand(script) {
  return script
    .replace(/^#START (\S+)#$/gm, (_, unit) => start(unit, ''))
    .replace(/^#START-IF-CONFIGURED (\S+)#$/gm, (_, unit) => start(unit, ' && [ -n "$isConfigured" ]'))
    .replace(/^#STOP-ON-REMOVAL (.+)#$/gm, (_, units) => stop(units))
    .replace(/^#AFTER-REMOVAL (.+)#$/gm, (_, units) => afterRemoval(units))
    .replaceAll('#PURGE-DATA#', `[ "\${GATEWARDEN_PURGE_DATA:-}" = 1 ] || [ -e /etc/gatewarden/purge-data ]`)
    .replaceAll('#REMOVE-EMPTY-FOLDER#', removeEmptyFolder);
}

const ifSystemd = '[ -d /run/systemd/system ]';

/**
 * @param {string} unit
 * @param {string} condition
 */
function start(unit, condition) {
  return `if [ "$1" = configure ]; then
  deb-systemd-helper unmask ${unit} > /dev/null || true
  if deb-systemd-helper --quiet was-enabled ${unit}; then
    deb-systemd-helper enable ${unit} > /dev/null || true
  else
    deb-systemd-helper update-state ${unit} > /dev/null || true
  fi
  if ${ifSystemd}; then
    systemctl --system daemon-reload > /dev/null || true
    if deb-systemd-helper --quiet was-enabled ${unit}${condition}; then
      deb-systemd-invoke restart ${unit} > /dev/null || true
    fi
  fi
fi`;
}

/** @param {string} units */
function stop(units) {
  return `if [ "$1" = remove ] && ${ifSystemd}; then
  deb-systemd-invoke stop ${units} > /dev/null || true
fi`;
}

/** @param {string} units */
function afterRemoval(units) {
  return `if ${ifSystemd}; then systemctl --system daemon-reload > /dev/null || true; fi
if [ "$1" = purge ] && [ -x /usr/bin/deb-systemd-helper ]; then
  deb-systemd-helper purge ${units} > /dev/null || true
fi`;
}

const removeEmptyFolder = `if [ "$(ls -A /etc/gatewarden 2> /dev/null)" = purge-data ]; then rm /etc/gatewarden/purge-data; fi
  if [ -d /etc/gatewarden ]; then rmdir --ignore-fail-on-non-empty /etc/gatewarden; fi`;

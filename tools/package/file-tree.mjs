import {
  chmodSync,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Files that a package will contain, in a folder. Modes do not depend on the umask; `seal` sets all times.
 * @typedef {ReturnType<typeof createFileTree>} FileTree
 */

/** @param {string} folder must not exist */
export function createFileTree(folder) {
  /** @param {string} path */
  const folderOf = (path) => {
    const full = join(folder, path);
    makeFolder(dirname(full));
    return full;
  };
  makeFolder(folder);
  return {
    folder,
    /**
     * @param {string} path
     * @param {string | Buffer} content
     * @param {number} [mode]
     */
    write(path, content, mode = 0o644) {
      const full = folderOf(path);
      writeFileSync(full, content);
      chmodSync(full, mode);
    },
    /**
     * Copies a file, or a folder with everything in it for which `isWanted` is true of the path in the folder. Symbolic
     * links are followed.
     * @param {string} from
     * @param {string} path
     * @param {(path: string) => boolean} [isWanted]
     */
    copy(from, path, isWanted = () => true) {
      if (!statSync(from).isDirectory()) return copyFile(from, folderOf(path));
      for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' }).sort()) {
        const source = join(from, name);
        if (isWanted(name) && !statSync(source).isDirectory()) copyFile(source, folderOf(join(path, name)));
      }
    },
    /**
     * @param {string} path
     * @param {string} target
     */
    link(path, target) {
      symlinkSync(target, folderOf(path));
    },
    /** @param {string} path */
    makeFolder(path) {
      makeFolder(join(folder, path));
    },
    /**
     * Sets the time of everything. @param {number} epoch seconds
     */
    seal(epoch) {
      for (const path of [...list(folder), '']) lutimesSync(join(folder, path), epoch, epoch);
    },
    /** Sorted paths of all files, folders and links. */
    paths: () => list(folder),
    /** Kilobytes that the files occupy, each rounded up, as in the field `Installed-Size` of Debian. */
    kilobytes: () => list(folder).reduce((sum, path) => sum + kilobytesOf(join(folder, path)), 0),
  };
}

/** @param {string} path */
function makeFolder(path) {
  const first = mkdirSync(path, { recursive: true });
  for (let each = path; first !== undefined && each.length >= first.length; each = dirname(each))
    chmodSync(each, 0o755);
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyFile(from, to) {
  copyFileSync(from, to);
  chmodSync(to, (statSync(from).mode & 0o100) === 0 ? 0o644 : 0o755);
}

/** @param {string} folder */
function list(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** @param {string} path */
function kilobytesOf(path) {
  const stat = lstatSync(path);
  return stat.isFile() ? Math.ceil(stat.size / 1024) : 1;
}

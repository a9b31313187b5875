#!/bin/bash
# Boots systemd on a copy of a machine: an overlay of its files, with separate namespaces for network, processes and
# control groups, and a folder in /opt/gatewarden. Everything ends with this process; only the folder $1 and the
# control group $2 remain. $3: the folder. $4: files of the machine, / for this one.
set -euo pipefail
if [ "${5:-}" != inside ]; then
  mkdir "$2"
  echo $$ > "$2/cgroup.procs"
  exec unshare --mount --net --pid --ipc --uts --cgroup --fork --kill-child --propagation private "$0" "$1" "$2" "$3" "$4" inside
fi

mount -t tmpfs -o mode=755 tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o lowerdir="$4",upperdir="$1/upper",workdir="$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
# kernel settings of this machine are read-only, except for those of the network
mount --bind proc/sys proc/sys
mount -o remount,ro,bind proc/sys
mount -t proc proc mnt
mount --bind mnt/sys/net proc/sys/net
umount -l mnt
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
if grep -q :name=systemd: /proc/self/cgroup; then
  # only the hierarchy in which systemd tracks services: controllers would affect the rest of this machine
  mkdir sys/fs/cgroup/systemd
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
else
  mount -t cgroup2 cgroup2 sys/fs/cgroup
fi
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm dev/net
if [ -e /dev/net/tun ]; then
  touch dev/net/tun
  mount --bind /dev/net/tun dev/net/tun
fi
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
if [ "$4" = / ]; then
  # data of this machine
  mount -t tmpfs -o mode=755 tmpfs var/lib
  rm -rf etc/postgresql/*
  sed -i '/^gatewarden:/d' etc/passwd etc/group etc/shadow
fi
: > etc/fstab
mkdir -p opt/gatewarden
mount --bind -o ro "$3" opt/gatewarden
exec chroot . env --ignore-environment container=guide /lib/systemd/systemd --unit=basic.target --log-target=null

import { expect, it } from 'vitest';
import { givenInstallation, untilReady } from './given-installation.ts';
import { guideBlock } from './guide-blocks.ts';

it('moves the database and the machine without ending sessions, and adds a second core behind HAProxy', async () => {
  await using server = await givenInstallation();
  const { run, call } = server;
  const urls = `DATABASE_URL=$(sed -n 's/^DATABASE_URL=//p' /etc/gatewarden.env); NEW_DATABASE_URL=\${DATABASE_URL}2`;
  const counts = await run(
    `runuser -u postgres -- psql --quiet --command='create database gatewarden2 owner gatewarden'`,
    urls,
    guideBlock('moving.md#copy-database'),
    guideBlock('moving.md#compare-database'),
    guideBlock('moving.md#switch-database'),
    untilReady,
  );
  const [before, after] = counts.trim().split('\n');
  expect(before).toBe(after);
  expect(await call('GET', '/notices')).toEqual([]);

  await run(
    guideBlock('mail.md#private-ca').replace('company-ca.pem', 'ca-certificates.crt'),
    guideBlock('moving.md#pack'),
    'rm -r /etc/gatewarden.env /var/lib/gatewarden',
    guideBlock('moving.md#unpack'),
    untilReady,
  );
  expect(await call('GET', '/notices')).toEqual([]);

  await run(
    `for each in 10 11 12; do ip address add 10.0.0.$each/32 dev lo; done
     instance_key=$(sed -n 's/^GATEWARDEN_SECRET_KEY=//p' /etc/gatewarden.env)
     ${urls}
     password=$(sed -n 's|.*gatewarden:\\(.*\\)@.*|\\1|p' <<< "$DATABASE_URL")
     database_url=$(sed 's/:5432/:6432/; s/gatewarden2$/gatewarden/' <<< "$DATABASE_URL")
     echo "\\"gatewarden\\" \\"$password\\"" > /etc/pgbouncer/userlist.txt
     cat > /etc/pgbouncer/pgbouncer.ini <<'INI'\n${guideBlock('several-cores.md#pgbouncer')}INI
     sed -i 's/dbname=gatewarden/dbname=gatewarden2/' /etc/pgbouncer/pgbouncer.ini
     install -d -o postgres /var/log/postgresql /run/postgresql
     systemctl start pgbouncer
     cat /etc/letsencrypt/live/vpn.example.com/*.pem > /etc/haproxy/vpn.example.com.pem
     install -d /var/lib/haproxy
     systemctl stop nginx`,
    guideBlock('several-cores.md#settings'),
    `sed 's/10.0.0.11/10.0.0.12/' /etc/gatewarden.env > /etc/gatewarden-2.env
     sed 's/gatewarden.env/gatewarden-2.env/; s|/var/lib/gatewarden|&-2|; s/^StateDirectory=.*/&-2/' \\
       /etc/systemd/system/gatewarden.service > /etc/systemd/system/gatewarden-2.service
     systemctl daemon-reload`,
    guideBlock('several-cores.md#upgrade-order'),
    // the balancer and the cores share this machine, so each has a separate address
    guideBlock('several-cores.md#haproxy').replace(
      'haproxy -c',
      'sed -i "s/bind :/bind 10.0.0.10:/" /etc/haproxy/haproxy.cfg; $&',
    ),
    `sed -i 's/^127.0.0.1 vpn/10.0.0.10 vpn/' /etc/hosts`,
    untilReady,
    'systemctl start gatewarden-2',
    'curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 --output /dev/null http://10.0.0.12:8000/api/v1/ready',
    'systemctl stop gatewarden',
    untilReady,
  );
  expect(await call('GET', '/me')).toMatchObject({ username: 'rosa' });
  expect(await call('GET', '/notices')).toEqual([]);
}, 180_000);

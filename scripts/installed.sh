#!/usr/bin/env bash
# Installs the Debian package of a release into an empty root, verifies its unit, and runs the program as its user; unpacks the image of
# a container and runs it as nobody. Needs root, dpkg, and systemd-analyze.
#
#   scripts/installed.sh [FOLDER]      (default: dist)
set -euo pipefail
cd "$(dirname "$0")/.."

dist=${1:-dist}
root=$(mktemp -d "${TMPDIR:-/var/tmp}/spar-installed-XXXXXX")
chmod 755 "$root"
trap 'rm -rf "$root"' EXIT
deb=$(ls "$dist"/spar_*_"$(dpkg --print-architecture)".deb)
image=$(ls "$dist"/spar_*_"$(dpkg --print-architecture)".oci.tar)

# A root with nothing but what dpkg keeps its books in. Scripts run here and not there, where there is no shell: they make a user.
mkdir -p "$root"/deb/var/lib/dpkg/{info,updates} "$root"/deb/{etc,tmp}
touch "$root"/deb/var/lib/dpkg/status
dpkg --root="$root/deb" --force-script-chrootless --force-depends --unpack "$deb"
dpkg --root="$root/deb" --verify spar
test -x "$root/deb/usr/bin/spar"
install -D -m 755 /bin/kill "$root/deb/bin/kill" # which ExecReload names
said=$(systemd-analyze verify --root="$root/deb" --man=no --recursive-errors=no spar.service 2>&1)
[ -z "$said" ] || { echo "systemd-analyze: $said" >&2; exit 1; }
start=$(sed -n 's/^ExecStart=//p' "$root/deb/usr/lib/systemd/system/spar.service")
echo "unit: $start"

# What the unit starts, as a user who owns nothing but its data directory.
install -d -m 700 -o 65532 -g 65532 "$root/state"
setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs env -i HOME="$root/state" PATH=/usr/bin \
  "$root/deb/${start%% *}" serve --listen 127.0.0.1:0 --json >"$root/ready" 2>"$root/log" &
server=$!
for _ in $(seq 100); do
  grep -q '"url"' "$root/ready" && break
  sleep .1
done
url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$root/ready")
curl -sf "$url/readyz"
kill "$server"
wait "$server"
dpkg --root="$root/deb" --force-script-chrootless --remove spar

# The image, as its own configuration says, in namespaces with nothing but its layer.
mkdir -p "$root/image/root"
tar -xf "$image" -C "$root/image"
for blob in "$root"/image/blobs/sha256/*; do
  [ "$(sha256sum <"$blob" | cut -d' ' -f1)" = "$(basename "$blob")" ]
  if [ "$(head -c 2 "$blob" | od -An -tx1)" = ' 1f 8b' ]; then tar -xzf "$blob" -C "$root/image/root"; fi
done
mkdir -p "$root"/image/root/{proc,dev,srv}
printf 'Leave is 26 days a year.\n' >"$root/image/root/srv/leave.txt"
unshare --mount --pid --net --uts --ipc --fork --mount-proc="$root/image/root/proc" \
  chroot --userspec=65532:65532 "$root/image/root" /usr/bin/env true 2>/dev/null && exit 1 # there is nothing but SPAR
touch "$root/image/root/dev/null"
cat >"$root/inside" <<EOF
mount --bind /dev/null '$root/image/root/dev/null'
exec env -i HOME=/data SPAR_DATA_DIR=/data PATH=/usr/local/bin '$(command -v chroot)' --userspec=65532:65532 '$root/image/root' \\
  /usr/local/bin/spar ask /srv 'how many days of leave are there?' --extract
EOF
unshare --mount --pid --net --uts --ipc --fork --mount-proc="$root/image/root/proc" sh "$root/inside" | tee "$root/answer"
grep -q '26 days' "$root/answer"
echo "installed, served, removed; the image answers"

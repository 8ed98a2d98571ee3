#!/usr/bin/env bash
# Runs the tests of the arithmetic, and of the encoders against transformers, as a processor with AVX-512 and VNNI would:
# in Bochs, which emulates a whole machine, so that a kernel of Debian is started there with the tests as all it runs.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for need in bochs:bochs xorriso:xorriso busybox-static:busybox bochsbios:/usr/share/bochs/BIOS-bochs-latest \
  vgabios:/usr/share/vgabios/vgabios.bin isolinux:/usr/lib/ISOLINUX/isolinux.bin \
  syslinux-common:/usr/lib/syslinux/modules/bios/ldlinux.c32; do
  command -v "${need#*:}" >/dev/null || [ -e "${need#*:}" ] || missing+=("${need%%:*}")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "avx512: Debian's packages ${missing[*]} are needed" >&2
  exit 1
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The kernel is unpacked, not installed, and kept for the next run.
linux=$PWD/.cache/avx512/vmlinuz
if [ ! -e "$linux" ]; then
  if ! (cd "$dir" && package=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image\)/\1/p') &&
    apt-get -qq -o APT::Sandbox::User=root download "$package" && dpkg -x ./*.deb kernel); then
    echo "avx512: Debian's kernel, the package linux-image-cloud-amd64, could not be downloaded" >&2
    exit 1
  fi
  mkdir -p "${linux%/*}"
  cp "$dir"/kernel/boot/vmlinuz-* "$linux"
fi

# Go's newest collector itself computes in AVX-512, which goes wrong under Bochs 2.7: objects in use are freed.
export CGO_ENABLED=0 GOOS=linux GOARCH=amd64 GOEXPERIMENT=nogreenteagc
root=$dir/root
mkdir -p "$root"/{bin,proc,tmp,embed} "$dir/disc"
go test -c -ldflags '-s -w' -o "$root/vec.test" ./internal/vec
go test -c -ldflags '-s -w' -o "$root/embed.test" ./internal/embed
cp -r internal/embed/testdata "$root/embed"
cp "$(command -v busybox)" "$root/bin/busybox"
cat >"$root/init" <<'END'
#!/bin/busybox sh
/bin/busybox mount -t proc none /proc
/bin/busybox grep -m1 -o 'avx512_vnni' /proc/cpuinfo
export SPAR_CPU=avx512
echo "avx512: internal/vec"
# Not what has no AVX-512 in it, nor rounding to float16: Bochs 2.7 rounds half away from zero, in AVX2 as well.
/vec.test -test.v -test.timeout 0 -test.run ./avx512 -test.skip 'Fold|LayOut|Words|Narrow' && echo "avx512: vec passed"
echo "avx512: internal/embed, parity with transformers"
# Models that are named are run with one implementation alone.
cd /embed && SPAR_PARITY_MODELS=testdata/parity /embed.test -test.v -test.timeout 0 -test.run Parity && echo "avx512: embed passed"
/bin/busybox poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | busybox cpio -o -H newc 2>/dev/null) >"$dir/disc/initrd"
cp "$linux" "$dir/disc/linux"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$dir/disc"

# Linux must not use what Bochs 2.7 has by halves: it states wrong sizes for the state of protection keys and for compact
# saving, and fast short string operations without the fast long ones that Linux takes for granted with them.
cat >"$dir/disc/isolinux.cfg" <<'END'
default linux
label linux
kernel linux
append initrd=initrd loglevel=1 console=ttyS0,115200 mitigations=off clearcpuid=pku,xsavec,xsaves,fsrm
END
xorriso -as mkisofs -quiet -o "$dir/disc.iso" -b isolinux.bin -c boot.cat -no-emul-boot -boot-load-size 4 -boot-info-table \
  "$dir/disc" 2>/dev/null

# rfb is the display that needs no screen; it does not wait for anybody to look.
cat >"$dir/bochsrc" <<END
config_interface: textconfig
display_library: rfb, options="timeout=0"
plugin_ctrl: speaker=0, gameport=0, parallel=0
romimage: file=/usr/share/bochs/BIOS-bochs-latest, options=fastboot
vgaromimage: file=/usr/share/vgabios/vgabios.bin
cpu: model=corei7_icelake_u, ips=50000000
memory: guest=1024, host=1024
ata0-master: type=cdrom, path=$dir/disc.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=/dev/fd/3
log: $dir/log
panic: action=fatal
END
echo c >"$dir/go" # Debian's Bochs stops in its debugger first

# It ends with an error when the machine is switched off, so that only what the tests said counts.
timeout 3h bochs -q -f "$dir/bochsrc" -rc "$dir/go" 3>&1 >/dev/null 2>"$dir/errors" </dev/null | sed -u 's/\r$//' | tee "$dir/out" || true
for line in '--- PASS: TestTranspose/avx512' 'avx512: vec passed' 'avx512: embed passed'; do
  if ! grep -qF -- "$line" "$dir/out"; then
    grep -hF '>>PANIC<<' "$dir"/{log,errors} >&2 || true
    echo "avx512: failed: no line \"$line\"" >&2
    exit 1
  fi
done

"""llama.cpp's server by the flags of llama.cpp's own program, as far as SPAR uses them.

    llama-server --model FILE --alias NAME --host 127.0.0.1 --port PORT --ctx-size TOKENS --parallel N --threads N

The key comes in LLAMA_API_KEY, as there.
"""

import argparse
import os
import time

import xllamacpp


def main():
    flags = argparse.ArgumentParser(allow_abbrev=False)
    for name, kind in (("model", str), ("alias", str), ("host", str), ("port", int), ("ctx-size", int), ("parallel", int), ("threads", int)):
        flags.add_argument("--" + name, type=kind, required=True)
    asked = flags.parse_args()
    params = xllamacpp.CommonParams()
    params.model.path = asked.model
    params.model_alias = {asked.alias}
    params.hostnames = [asked.host]
    params.port = asked.port
    params.n_ctx = asked.ctx_size
    params.n_parallel = asked.parallel
    params.cpuparams.n_threads = asked.threads
    params.cpuparams_batch.n_threads = asked.threads
    params.cache_ram_mib = 0
    params.ui = False
    key = os.environ.get("LLAMA_API_KEY")
    if key:
        params.api_keys = [key]
    server = xllamacpp.Server(params)
    print("listening at", server.listening_address, flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()

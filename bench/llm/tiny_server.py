"""Serves a tiny Llama with random weights through llama.cpp's own OpenAI-compatible server.

What the model says is nonsense; what is tried is that SPAR and a real server understand each other, and that an answer
made of nonsense is not shown. Nothing is downloaded but the two packages of the README.

    python tiny_server.py PORT MODEL.gguf [cite]

With "cite" a grammar makes the nonsense one statement that cites excerpt 1 and one that there is not.
"""

import sys
import time

import gguf
import numpy as np
import xllamacpp

WIDTH, LAYERS, HEADS, INNER, CONTEXT = 64, 2, 4, 128, 16384


def tokens():
    """A byte-level vocabulary: the special tokens, then all 256 bytes, then the letters as words of their own."""
    pieces = [("<unk>", gguf.TokenType.UNKNOWN), ("<s>", gguf.TokenType.CONTROL), ("</s>", gguf.TokenType.CONTROL)]
    pieces += [(f"<0x{b:02X}>", gguf.TokenType.BYTE) for b in range(256)]
    pieces += [(c, gguf.TokenType.NORMAL) for c in "▁abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-[]?!"]
    return pieces


def write(path):
    random = np.random.default_rng(1)
    pieces = tokens()
    w = gguf.GGUFWriter(path, "llama")
    w.add_name("tiny-random")
    w.add_context_length(CONTEXT)
    w.add_embedding_length(WIDTH)
    w.add_block_count(LAYERS)
    w.add_feed_forward_length(INNER)
    w.add_head_count(HEADS)
    w.add_head_count_kv(HEADS)
    w.add_layer_norm_rms_eps(1e-5)
    w.add_rope_dimension_count(WIDTH // HEADS)
    w.add_vocab_size(len(pieces))
    w.add_tokenizer_model("llama")
    w.add_token_list([p for p, _ in pieces])
    w.add_token_scores([0.0] * len(pieces))
    w.add_token_types([int(t) for _, t in pieces])
    w.add_bos_token_id(1)
    w.add_eos_token_id(2)
    w.add_chat_template("{% for m in messages %}<s>{{ m['role'] }}: {{ m['content'] }}</s>{% endfor %}<s>assistant:")

    def tensor(name, *shape):
        w.add_tensor(name, (random.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32))

    def norm(name):
        w.add_tensor(name, np.ones(WIDTH, np.float32))

    tensor("token_embd.weight", len(pieces), WIDTH)
    tensor("output.weight", len(pieces), WIDTH)
    norm("output_norm.weight")
    for i in range(LAYERS):
        norm(f"blk.{i}.attn_norm.weight")
        norm(f"blk.{i}.ffn_norm.weight")
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"blk.{i}.{name}.weight", WIDTH, WIDTH)
        tensor(f"blk.{i}.ffn_gate.weight", INNER, WIDTH)
        tensor(f"blk.{i}.ffn_up.weight", INNER, WIDTH)
        tensor(f"blk.{i}.ffn_down.weight", WIDTH, INNER)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def main():
    port = int(sys.argv[1])
    path = sys.argv[2]
    write(path)
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.model_alias = {"tiny-random"}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    if "cite" in sys.argv[3:]:
        grammar = xllamacpp.CommonGrammar()
        grammar.type = xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
        grammar.grammar = 'root ::= "- " [a-z]{5,12} " " [a-z]{5,12} " [1][99]."'
        params.sampling.grammar = grammar
    server = xllamacpp.Server(params)
    print("listening at", server.listening_address, flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()

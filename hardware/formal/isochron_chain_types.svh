// SPDX-License-Identifier: Apache-2.0
//
// Types of the chains, for a module with the parameter NObjects and isochron_list_types.svh.
typedef logic [$clog2(NObjects)-1:0] object_id_t;

typedef struct packed {
  chain_e     chain;   // none, an object's or that of the pended tasks
  object_id_t object;  // of an object's
  priority_t  level;
} key_t;

localparam key_t Nowhere = '{chain: ChainNone, default: '0};
localparam key_t Pended  = '{chain: ChainPended, default: '0};

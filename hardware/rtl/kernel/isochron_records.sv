// SPDX-License-Identifier: Apache-2.0
//
// The objects' records, in block RAM: which one an operation is on, what it finds there, and in the
// stage after it the record of the other object of the pair. A queue's record is that of its even
// object; who waits for items waits for that one, too, and who waits for room for the odd one.
module isochron_records
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NObjects    = 64,
  parameter int unsigned CountWidth  = 16,  // 1..16 bits of a semaphore's count
  parameter bit          EventGroups = 1'b1,
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input  logic                   clk_i,

  input  logic                   init_i,            // after reset: one object after the other
  input  logic [ObjectWidth-1:0] init_object_i,

  input  logic [5:0]             operation_i,       // operation_e or work_e
  input  wait_e                  waiting_i,         // for what its subject waits

  // Fetch: the operation's object, or the one for which its subject waits
  input  logic                   fetch_i,
  input  logic                   names_object_i,    // the operation names it, else the subject's
  input  logic [ObjectWidth-1:0] id_i,
  input  logic                   senders_i,         // of a queue: those who wait to send
  input  logic [ObjectWidth-1:0] wait_object_i,
  output logic [ObjectWidth-1:0] chain_o,           // combinational: whose waiters are concerned

  // Rank, Head
  input  logic                   rank_i,
  input  logic                   head_i,
  output logic [ObjectWidth-1:0] object_o,          // from Rank on
  output object_t                record_o,          // from Head on
  output logic                   owned_o,           // ... it is a mutex that a task holds

  // Read
  input  logic                   read_i,
  input  logic                   no_count_i,        // as isochron_admission's
  input  logic                   waiters_i,         // a task waits for it
  input  logic                   partner_waiters_i, // ... for the other one of the pair
  output result_e                error_o,           // in Decide: it does not allow the operation
  output logic                   granted_o,         // ... there is what the operation asks for

  // Decide: the record changes
  input  logic                   write_i,
  input  object_t                record_i,
  input  logic                   write_group_i,     // ... as that of an event group
  input  object_t                group_i
);

  logic [ObjectWidth-1:0] object, object_q;
  object_t                record, record_q;
  object_kind_e           partner_q;
  logic                   owned_q;

  always_comb begin
    object  = wait_object_i;
    chain_o = wait_object_i;
    if (names_object_i) begin
      object     = id_i;
      chain_o    = id_i;
      chain_o[0] = id_i[0] | senders_i;
    end else if (waiting_i == WaitSend) begin
      object[0] = 1'b0;
    end
  end

  isochron_ram_block #(.Width($bits(object_t)), .Depth(NObjects)) u_memory (
    .clk_i,
    .write_i(init_i | write_i | write_group_i),
    .waddr_i(init_i ? init_object_i : object_q),
    .wdata_i(init_i ? '0 : write_group_i ? group_i : record_i),
    .read_i(fetch_i | rank_i), .raddr_i(rank_i ? object_q ^ ObjectWidth'(1) : object),
    .rdata_o({record})
  );

  always_ff @(posedge clk_i) begin
    if (fetch_i) object_q <= object;
    if (rank_i) begin
      record_q <= record;
      if (!EventGroups) record_q.kind <= object_kind_e'({1'b0, record.kind[1:0]});
      owned_q <= record.kind == KindMutex & record.upper[OwnedBit] & ~record.count[0];
    end
    if (head_i) partner_q <= record.kind;
  end

  assign object_o  = object_q;
  assign record_o  = record_q;
  assign owned_o   = owned_q;

  isochron_admission #(.CountWidth(CountWidth)) u_admission (
    .clk_i, .read_i, .operation_i, .no_count_i, .waiting_i,
    .odd_i(object_q[0]), .object_i(record_q), .waiters_i, .partner_i(partner_q),
    .partner_waiters_i, .error_o, .granted_o
  );

endmodule

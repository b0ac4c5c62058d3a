// SPDX-License-Identifier: Apache-2.0
//
// Two tasks at the kernel's port, by loads and stores: one waits for a semaphore, the other gives it.
// Ends with $fatal where the kernel answers something else. It shows that the sources are there and
// work in a simulator; the tests of the kernel are beside it, in Python.
module isochron_smoke;

  import isochron_registers_pkg::*;

  localparam int unsigned NTasks    = 4;
  localparam int unsigned NLines    = 1;
  localparam logic [7:0]  Idle      = 8'd0;
  localparam logic [7:0]  Waiter    = 8'd1;
  localparam logic [7:0]  Semaphore = 8'd3;
  localparam logic [31:0] Again     = 32'd1 << RegResultAgainLsb;
  localparam logic [31:0] Ever      = '1;
  localparam int unsigned Patience  = 2000;  // Cycles in which any transfer is answered

  logic                      clk = 1'b0;
  logic                      rst_n = 1'b0;
  logic                      req = 1'b0;
  logic                      we = 1'b0;
  logic [19:0]               addr = '0;
  logic [31:0]               wdata = '0;
  logic                      gnt;
  logic [31:0]               rdata;
  logic                      switch_request;
  logic                      unused_more_due;
  logic                      unused_again, unused_becomes_again, unused_other, unused_next_valid;
  logic                      unused_switch;
  logic [10:0]               unused_trace;
  logic [$clog2(NTasks)-1:0] current_id, unused_next_id;

  always #5 clk = ~clk;

  isochron #(
    .NTasks(NTasks), .NPriorities(8), .NObjects(4), .NLines(NLines)
  ) u_isochron (
    .clk_i(clk), .rst_ni(rst_n), .req_i(req), .we_i(we), .addr_i(addr), .wdata_i(wdata),
    .gnt_o(gnt), .rdata_o(rdata), .lines_i('0), .switch_request_o(switch_request),
    .more_due_o(unused_more_due), .again_o(unused_again),
    .becomes_again_o(unused_becomes_again), .other_o(unused_other),
    .next_valid_o(unused_next_valid), .next_id_o(unused_next_id), .current_id_o(current_id),
    .switch_o(unused_switch), .trace_o(unused_trace)
  );

  // One transfer; in the middle of a cycle it is seen whether that is the one of the answer.
  task automatic transfer(
    input logic store, input logic [19:0] offset, input logic [31:0] word, output logic [31:0] answer
  );
    int unsigned cycles = 0;
    req   = 1'b1;
    we    = store;
    addr  = offset;
    wdata = word;
    @(negedge clk);
    while (!gnt) begin
      cycles++;
      if (cycles > Patience) $fatal(1, "offset %h is not answered", offset);
      @(negedge clk);
    end
    answer = rdata;
    @(posedge clk);
    #1 req = 1'b0;
    @(posedge clk);
    #1;
  endtask

  task automatic store(input logic [19:0] offset, input logic [31:0] word);
    logic [31:0] unused;
    transfer(1'b1, offset, word, unused);
  endtask

  task automatic command(
    input operation_e operation, input logic [7:0] id, input logic [31:0] argument
  );
    store({4'd0, operation, id, 2'b00}, argument);
  endtask

  task automatic expects(input int unsigned offset, input logic [31:0] word);
    logic [31:0] answer;
    transfer(1'b0, offset[19:0], '0, answer);
    if (answer != word) $fatal(1, "offset %h: %h instead of %h", offset, answer, word);
  endtask

  function automatic logic [31:0] pointer(input logic [7:0] id);
    return 32'h4000_0000 | {20'd0, id, 4'd0};
  endfunction

  initial begin
    repeat (2) @(posedge clk);
    #1 rst_n = 1'b1;
    expects(RegIdentification, RegIdentificationMagicReset);
    for (logic [7:0] id = Idle; id <= Waiter; id++) begin
      command(OpTaskPointer, id, pointer(id));
      command(OpTaskCreate, id, {24'd0, id});  // the identifier is the priority, too
    end
    command(OpObjectCreate, Semaphore, {16'd1, 16'd0});
    command(OpStart, Waiter, '0);
    command(OpTake, Semaphore, Ever);  // nothing is there: the caller waits
    expects(RegResult, Again);
    expects(RegDispatch, pointer(Idle));
    command(OpGive, Semaphore, '0);  // wakes a task above the caller
    expects(RegResult, Again);
    if (switch_request) $fatal(1, "the caller is interrupted, though it knows that it has to switch");
    expects(RegDispatch, pointer(Waiter));
    expects(RegResult, 32'(ResultOk));
    if (current_id != Waiter[$bits(current_id)-1:0]) $fatal(1, "task %0d runs", current_id);
    expects(RegError, '0);
    $display("PASS: a semaphore was waited for, given and taken in %0d cycles", $time / 10);
    $finish;
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
//
// The hardware time manager: a system time that counts clock cycles, and one delay per task, behind
// a load-store bus. The protocol is that of isochron: a request is held until it is granted, with
// the answer. Only what comes in the cycle after a DELAY, NEXT or CANCEL waits, for
// one cycle. docs/explanation/time-manager.md describes it.
//
// Source: the hardware time manager for Xenomai (`time-manager`), figure 2: system time module, and
// array of waiting tasks.

`ifndef ISOCHRON_ASSERTIONS
`include "isochron_assertions.svh"
`endif

module isochron_time_manager
  import isochron_time_manager_registers_pkg::*;
  import isochron_time_manager_pkg::*;
#(
  parameter int unsigned NTasks = 12,  // Tasks that may wait, 4 to 64: area grows with it
  parameter int unsigned Width  = 64,  // Bits of time and delays, 24, 32 or 64: area and delay grow
  parameter bit Reconfigurable  = 0    // Which tasks exist, and the precision of each, can be changed at
                                       // run time: area and delay grow
) (
  input  logic        clk_i,       // Clock
  input  logic        rst_ni,      // Asynchronous reset, active low

  // Device port, words only
  input  logic        req_i,       // Load or store, held until granted
  input  logic        we_i,        // Store
  input  logic [10:0] addr_i,      // Byte offset
  input  logic [31:0] wdata_i,     // Word to store
  output logic        gnt_o,       // Granted and answered
  output logic [31:0] rdata_o,     // Word loaded, with the grant
  output logic        err_o,       // Refused, with the grant; nothing has changed

  output logic        interrupt_o  // A task is to wake; until it is cleared
);

  localparam int unsigned TaskWidth = $clog2(NTasks);
  localparam int unsigned LowWidth  = Width > 32 ? 32 : Width;

  if (NTasks < 4 || NTasks > MaxTasks) begin : gen_bad_tasks
    $error("NTasks must be 4 to 64");
  end
  if (!(Width inside {24, 32, 64})) begin : gen_bad_width
    $error("Width must be 24, 32 or 64");
  end

  // -- Decoder: the registers, and four arrays with a word for each task ------------------------
  localparam int unsigned ArrayLsb = $clog2(MaxTasks * 4);

  logic [ 2:0]          page;
  logic [ 5:0]          slot;
  logic [ 1:0]          byte_in_word;
  logic [TaskWidth-1:0] index;
  logic                 in_range, fits, refused, ready, store;
  logic                 is_time_low, is_time_high, is_identification, is_wake, is_waiting;
  logic                 is_array, is_delay, is_high, is_next, is_cancel, is_request;
  logic                 is_enable, is_precision;

  assign {page, slot, byte_in_word} = addr_i;
  assign in_range = 32'(slot) < NTasks;
  assign index    = slot[TaskWidth-1:0];

  assign is_time_low       = addr_i == 11'(RegTimeLow);
  assign is_time_high      = addr_i == 11'(RegTimeHigh);
  assign is_identification = addr_i == 11'(RegIdentification);
  assign is_wake           = addr_i inside {11'(RegWake), 11'(RegWake + 4)};
  assign is_waiting        = addr_i inside {11'(RegWaiting), 11'(RegWaiting + 4)};
  assign is_delay          = page == 3'(RegDelay >> ArrayLsb);
  assign is_high           = page == 3'(RegHigh >> ArrayLsb);
  assign is_next           = page == 3'(RegNext >> ArrayLsb);
  assign is_cancel         = page == 3'(RegCancel >> ArrayLsb);
  assign is_enable         = Reconfigurable & addr_i inside {11'(RegEnable), 11'(RegEnable + 4)};
  assign is_precision      = Reconfigurable & page == 3'(RegPrecision >> ArrayLsb);
  assign is_array          = is_delay | is_high | is_next | is_cancel | is_precision;

  // What a timer has no bits for.
  if (Width < 32) begin : gen_narrow
    assign fits = wdata_i[31:Width] == '0 | ~(is_time_low | is_delay | is_next);
  end else begin : gen_wide
    assign fits = 1'b1;
  end

  logic [NTasks-1:0] known, waiting, expire;
  logic [NTasks-1:0] enabled, enabled_next;  // tasks that exist, and those in the next cycle
  precision_t        precision;              // the task's
  logic              too_long, possible;     // what is stored: for the task's precision; as a new one

  always_comb begin
    refused = 1'b1;
    if (is_time_low | is_wake)          refused = 1'b0;
    if (is_time_high)                   refused = we_i & Width <= 32;
    if (is_identification | is_waiting) refused = we_i;
    if (is_enable)                      refused = 1'b0;
    if (is_array)                       refused = ~in_range | byte_in_word != '0;
    if (is_array & ~is_precision)       refused = refused | ~we_i | (in_range & ~enabled[index]);
    if (is_precision & we_i & in_range) refused = refused | waiting[index] | ~possible;
    if (is_high & Width <= 32)          refused = 1'b1;
    if (is_next & in_range)             refused = refused | ~known[index];
    if (we_i & ~fits)                   refused = 1'b1;
    if (too_long)                       refused = 1'b1;
  end

  assign is_request = is_delay | is_next | is_cancel;
  assign gnt_o      = req_i & ready;
  assign store      = gnt_o & we_i & ~refused;

  // -- Reconfiguration --------------------------------------------------------------------------
  logic [5:0] shift_q;  // of the task whose request was taken in the last cycle

  if (Reconfigurable) begin : gen_reconfigurable
    logic [63:0] beyond;  // what the task has no bits for

    isochron_time_manager_channels #(.NTasks(NTasks), .Width(Width)) u_channels (
      .clk_i, .rst_ni,
      .store_enable_i(store & is_enable), .word_i(addr_i[2]),
      .store_precision_i(store & is_precision), .task_i(index), .wdata_i,
      .enabled_o(enabled), .enabled_next_o(enabled_next), .precision_o(precision),
      .possible_o(possible)
    );

    always_ff @(posedge clk_i) shift_q <= precision.shift;

    assign beyond   = (is_high ? {wdata_i, 32'd0} : {32'd0, wdata_i}) >> precision.width;
    assign too_long = (is_delay | is_next | is_high) & in_range
                    & (beyond != '0 | (is_high & precision.width <= 7'd32));
  end else begin : gen_fixed
    assign enabled      = '1;
    assign enabled_next = '1;
    assign precision    = '0;
    assign possible     = 1'b0;
    assign shift_q      = '0;
    assign too_long     = 1'b0;
  end

  // -- System time ------------------------------------------------------------------------------
  logic [Width-1:0] time_q, set_time;
  logic [31:0]      time_low, time_high;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                   time_q <= '0;
    else if (store && is_time_low) time_q <= set_time;
    else                           time_q <= time_q + 1'b1;
  end

  assign time_low = 32'(time_q[LowWidth-1:0]);

  // -- Delays, with the high words that wait for theirs -----------------------------------------
  logic [LowWidth-1:0] low_q;
  logic [Width-1:0]    cycles;
  timer_operation_e    operation;

  always_comb begin
    operation = TimerDelay;
    if (is_next)   operation = TimerNext;
    if (is_cancel) operation = TimerCancel;
  end

  always_ff @(posedge clk_i) low_q <= wdata_i[LowWidth-1:0];

  if (Width > 32) begin : gen_high
    logic [31:0]          time_high_q, stored;
    logic [NTasks-1:0]    high_q;  // a high word is stored
    logic [TaskWidth-1:0] index_q;
    logic                 request_q;

    isochron_ram_distributed #(.Width(32), .Depth(NTasks)) u_high (
      .clk_i,
      .write_i(store & is_high), .waddr_i(index), .wdata_i,
      .raddr_i(index_q), .rdata_o(stored)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        time_high_q <= '0;
        high_q      <= '0;
        request_q   <= 1'b0;
      end else begin
        if (store && is_time_high) time_high_q <= wdata_i;
        request_q <= store & (is_delay | is_next);
        if (request_q)        high_q[index_q]              <= 1'b0;
        if (store && is_high) high_q[index] <= 1'b1;
        if (store && is_precision) high_q[index] <= 1'b0;
        if (store && is_enable) high_q <= high_q & enabled_next;
      end
    end

    always_ff @(posedge clk_i) index_q <= index;

    assign cycles    = {high_q[index_q] ? stored : '0, low_q};
    assign set_time  = {time_high_q, wdata_i};
    assign time_high = time_q[63:32];
  end else begin : gen_low
    assign cycles    = low_q;
    assign set_time  = wdata_i[Width-1:0];
    assign time_high = '0;
  end

  isochron_time_manager_delays #(.NTasks(NTasks), .Width(Width)) u_delays (
    .clk_i, .rst_ni,
    .valid_i(store & is_request), .ready_o(ready), .operation_i(operation), .task_i(index),
    .cycles_i(cycles << shift_q), .enabled_i(enabled_next),
    .known_o(known), .waiting_o(waiting), .expire_o(expire)
  );

  // -- Tasks to wake ----------------------------------------------------------------------------
  logic [NTasks-1:0] wake_q, cleared;

  assign cleared = NTasks'(addr_i[2] ? {wdata_i, 32'd0} : {32'd0, wdata_i});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wake_q <= '0;
    else         wake_q <= ((store && is_wake ? wake_q & ~cleared : wake_q) | expire) & enabled_next;
  end

  assign interrupt_o = |wake_q;

  // -- Answers ----------------------------------------------------------------------------------
  logic [MaxTasks-1:0] bits;

  assign bits = is_wake ? MaxTasks'(wake_q) : is_enable ? MaxTasks'(enabled) : MaxTasks'(waiting);

  always_comb begin
    rdata_o = '0;
    if (is_time_low)  rdata_o = time_low;
    if (is_time_high) rdata_o = time_high;
    if (is_identification) begin
      rdata_o[RegIdentificationVersionLsb +: 8] = RegIdentificationVersionReset;
      rdata_o[RegIdentificationWidthLsb +: 7]   = 7'(Width);
      rdata_o[RegIdentificationTasksLsb +: 7]   = 7'(NTasks);
      rdata_o[RegIdentificationReconfigurableLsb] = Reconfigurable;
    end
    if (is_precision) begin
      rdata_o[RegPrecisionWidthLsb +: 7] = precision.width;
      rdata_o[RegPrecisionShiftLsb +: 6] = precision.shift;
    end
    if (is_wake | is_waiting | is_enable) rdata_o = addr_i[2] ? bits[63:32] : bits[31:0];
  end

  assign err_o = gnt_o & refused;

  `ISOCHRON_ASSERT_NEXT(RequestIsHeld, req_i & ~gnt_o,
                        req_i & $stable({we_i, addr_i}) & (~we_i | $stable(wdata_i)))
  `ISOCHRON_ASSERT(OnlyARequestIsGranted, req_i | ~gnt_o)

endmodule
